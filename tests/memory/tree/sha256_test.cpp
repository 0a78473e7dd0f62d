#include "memory/tree/sha256.h"

#include <doctest/doctest.h>

using memory::sha256_hex;

// The examples of FIPS 180-4.
TEST_CASE("SHA-256 gives the digests of the standard's examples in lower-case hex") {
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
