#include "protocol/stdio_transport.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <string>
#include <thread>

using namespace std::chrono_literals;
using protocol::Input;
using protocol::StdioTransport;
using Kind = protocol::Input::Kind;

namespace {

struct Pipe {
  std::array<int, 2> ends{-1, -1};
  Pipe() { REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0); }
  ~Pipe() {
    close_read();
    close_write();
  }
  void close_read() { close(ends[0]); }
  void close_write() { close(ends[1]); }
  void put(const std::string& text) const {
    REQUIRE(::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }

 private:
  static void close(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }
};

struct Fixture {
  Fixture() { std::signal(SIGPIPE, SIG_IGN); }
  Pipe input;
  Pipe output;
  StdioTransport transport{input.ends[0], output.ends[1]};

  Input next(std::chrono::milliseconds patience = 5s) {
    return transport.wait(true, StdioTransport::Clock::now() + patience);
  }
  std::string read_output(std::size_t bytes) const {
    std::string text(bytes, '\0');
    std::size_t got = 0;
    while (got < bytes) {
      const ssize_t more = ::read(output.ends[0], text.data() + got, bytes - got);
      if (more <= 0) break;
      got += static_cast<std::size_t>(more);
    }
    text.resize(got);
    return text;
  }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "lines arrive however they are cut, then the end") {
  input.put("one\ntw");
  CHECK(next().line == "one");
  CHECK(next(10ms).kind == Kind::kTimeout);
  input.put("o\nthr");
  CHECK(next().line == "two");
  input.close_write();
  CHECK(next().kind == Kind::kEnd);
  CHECK(next().kind == Kind::kEnd);
}

TEST_CASE_FIXTURE(Fixture, "lines read together come out one by one, before the end") {
  input.put("one\ntwo\nthree\n");
  input.close_write();
  for (const char* line : {"one", "two", "three"}) CHECK(next().line == line);
  CHECK(next().kind == Kind::kEnd);
}

TEST_CASE_FIXTURE(Fixture, "waiting is woken from any thread, and a wake-up is not lost") {
  transport.wake();
  transport.wake();
  CHECK(next().kind == Kind::kWoken);
  CHECK(next(10ms).kind == Kind::kTimeout);
  const std::jthread other([this] {
    std::this_thread::sleep_for(20ms);
    transport.wake();
  });
  CHECK(transport.wait(true, std::nullopt).kind == Kind::kWoken);
}

TEST_CASE_FIXTURE(Fixture, "without leave to read the lines stay where they are") {
  input.put("one\n");
  CHECK(transport.wait(false, StdioTransport::Clock::now() + 20ms).kind == Kind::kTimeout);
  CHECK(next().line == "one");
}

TEST_CASE_FIXTURE(Fixture, "what is sent leaves in whole lines, in order") {
  transport.send("first");
  transport.send("second");
  CHECK(transport.flush(StdioTransport::Clock::now() + 5s));
  CHECK(read_output(13) == "first\nsecond\n");
}

TEST_CASE_FIXTURE(Fixture, "a line larger than the pipe leaves as the client reads") {
  const std::string line(3'000'000, 'x');
  transport.send(line);
  CHECK_FALSE(transport.flush(StdioTransport::Clock::now() + 20ms));
  CHECK(read_output(line.size() + 1) == line + "\n");
  CHECK(transport.flush(StdioTransport::Clock::now() + 5s));
}

TEST_CASE_FIXTURE(Fixture, "reading pauses while too much waits to be written, and goes on by itself") {
  input.put("one\n");
  transport.send(std::string(protocol::kMaxBacklogBytes + 1, 'x'));
  CHECK(next(30ms).kind == Kind::kTimeout);
  const std::jthread client([this] { read_output(protocol::kMaxBacklogBytes + 2); });
  Input input_now = next();
  if (input_now.kind == Kind::kWoken) input_now = next();
  CHECK(input_now.line == "one");
}

TEST_CASE_FIXTURE(Fixture, "a client that closes its end is noticed without writing") {
  output.close_read();
  CHECK(next().kind == Kind::kOutputClosed);
}

TEST_CASE_FIXTURE(Fixture, "a client that closes its end while a line waits for it is noticed") {
  transport.send(std::string(1'000'000, 'x'));
  std::this_thread::sleep_for(20ms);
  output.close_read();
  Input noticed = next();
  if (noticed.kind == Kind::kWoken) noticed = next();
  CHECK(noticed.kind == Kind::kOutputClosed);
  transport.send("dropped");
  CHECK_FALSE(transport.flush(StdioTransport::Clock::now() + 1s));
}

TEST_CASE_FIXTURE(Fixture, "an overlong line is told at once and skipped") {
  std::jthread client([this] {
    const std::string megabyte(1U << 20U, 'x');
    for (int i = 0; i < 34; ++i) {
      if (::write(input.ends[1], megabyte.data(), megabyte.size()) < 0) return;
    }
    input.put("\nnext\n");
  });
  CHECK(next(20s).kind == Kind::kOverlong);
  CHECK(next(20s).line == "next");
}

TEST_CASE("a regular file is read to its end") {
  char name[] = "/tmp/stdio_transport_test_XXXXXX";
  const int file = ::mkstemp(name);
  REQUIRE(file >= 0);
  ::unlink(name);
  REQUIRE(::write(file, "a\nb\nc", 5) == 5);
  REQUIRE(::lseek(file, 0, SEEK_SET) == 0);
  Pipe output;
  StdioTransport transport(file, output.ends[1]);
  CHECK(transport.wait(true, std::nullopt).line == "a");
  CHECK(transport.wait(true, std::nullopt).line == "b");
  CHECK(transport.wait(true, std::nullopt).kind == Kind::kEnd);
  ::close(file);
}

TEST_CASE("a transport goes although its client does not read") {
  Pipe input;
  Pipe output;
  StdioTransport transport(input.ends[0], output.ends[1]);
  transport.send(std::string(1'000'000, 'x'));
  std::this_thread::sleep_for(10ms);
}

TEST_CASE("a stop from a signal handler ends the waiting") {
  static std::atomic<StdioTransport*> target{nullptr};
  Pipe input;
  Pipe output;
  StdioTransport transport(input.ends[0], output.ends[1]);
  target = &transport;
  const auto before = std::signal(SIGUSR1, [](int) { target.load()->wake(); });
  const std::jthread other([] {
    std::this_thread::sleep_for(20ms);
    ::kill(::getpid(), SIGUSR1);
  });
  CHECK(transport.wait(true, std::nullopt).kind == Kind::kWoken);
  std::signal(SIGUSR1, before);
}
