// Certificates made on the spot, so that nothing in the repository expires.
#pragma once

#include <doctest/doctest.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <chrono>
#include <memory>
#include <string>

namespace tests {

struct CertificateTraits {
  std::string names = "IP:127.0.0.1,DNS:localhost";           // whom it is for, as OpenSSL's subjectAltName takes it
  std::chrono::seconds valid_from = -std::chrono::hours(24);  // from now
  std::chrono::seconds valid_until = std::chrono::hours(24);
};

// Signed by itself: who trusts its PEM as an authority trusts it.
class Certificate {
 public:
  Certificate() : Certificate(CertificateTraits{}) {}
  explicit Certificate(const CertificateTraits& traits) : key_(EVP_EC_gen("P-256")), x509_(X509_new()) {
    X509_set_version(x509_.get(), X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(x509_.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(x509_.get()), traits.valid_from.count());
    X509_gmtime_adj(X509_getm_notAfter(x509_.get()), traits.valid_until.count());
    X509_set_pubkey(x509_.get(), key_.get());
    X509_NAME* const name = X509_get_subject_name(x509_.get());
    const std::string common_name = "made for a test";
    const auto* const bytes = reinterpret_cast<const unsigned char*>(common_name.c_str());
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, bytes, -1, -1, 0);
    X509_set_issuer_name(x509_.get(), name);
    X509_EXTENSION* const names = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, traits.names.c_str());
    X509_add_ext(x509_.get(), names, -1);
    X509_EXTENSION_free(names);
    REQUIRE(X509_sign(x509_.get(), key_.get(), EVP_sha256()) > 0);
  }

  X509* x509() const { return x509_.get(); }
  EVP_PKEY* key() const { return key_.get(); }

  std::string pem() const {
    const std::unique_ptr<BIO, decltype(&BIO_free)> out(BIO_new(BIO_s_mem()), &BIO_free);
    PEM_write_bio_X509(out.get(), x509_.get());
    char* bytes = nullptr;
    const long size = BIO_get_mem_data(out.get(), &bytes);
    return {bytes, static_cast<std::size_t>(size)};
  }

 private:
  struct Free {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
    void operator()(X509* x509) const { X509_free(x509); }
  };
  std::unique_ptr<EVP_PKEY, Free> key_;
  std::unique_ptr<X509, Free> x509_;
};

}  // namespace tests
