#include "memory/store/posix_file_system.h"

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cstring>

#include "memory/store/root_folder.h"
#include "tests/support/temporary_folder.h"

using namespace memory;

namespace {

constexpr std::size_t kLimit = 1 << 20;

struct Fixture {
  Fixture() {
    folder.write("tree/a/b/x.md", "text");
    files = make_posix_file_system(folder.tree());
  }
  std::string real(const std::string& file) const { return folder.tree() + "/" + file; }
  tests::TemporaryFolder folder;
  std::unique_ptr<FileSystem> files;
};

const FolderItem* item(const std::vector<FolderItem>& items, const std::string& name) {
  for (const FolderItem& found : items) {
    if (found.name == name) return &found;
  }
  return nullptr;
}

}  // namespace

TEST_CASE_FIXTURE(Fixture, "a file is read up to the limit and not beyond") {
  CHECK(files->read("a/b/x.md", 4) == "text");
  CHECK(files->read("a/b/x.md", 3).error().code == ErrorCode::kTooLarge);
  CHECK(files->read("a/b/none.md", 4).error().code == ErrorCode::kNotFound);
  CHECK(files->read("a/b/x.md/y", 4).error().code == ErrorCode::kNotFound);
  CHECK(files->read("a/b", 4).error().code == ErrorCode::kRefusedPath);
  folder.write("tree/a/b/empty.md", "");
  CHECK(files->read("a/b/empty.md", 0) == "");
}

TEST_CASE_FIXTURE(Fixture, "no name leads out of the tree") {
  folder.write("secret.md", "secret");
  for (const std::string name : {"../secret.md", "a/../../secret.md", "/etc/passwd", "a//b/x.md", "./a", "a/."}) {
    CAPTURE(name);
    CHECK(files->read(name, kLimit).error().code == ErrorCode::kRefusedPath);
    CHECK_FALSE(files->stage(name, "x"));
  }
  CHECK(files->read(std::string("a\0b", 3), kLimit).error().code == ErrorCode::kRefusedPath);
}

TEST_CASE_FIXTURE(Fixture, "symbolic links are told apart, and never followed on any way") {
  folder.write("outside/secret.md", "secret");
  REQUIRE(::symlink((folder.path() / "outside/secret.md").c_str(), real("a/b/link.md").c_str()) == 0);
  REQUIRE(::symlink((folder.path() / "outside").c_str(), real("a/out").c_str()) == 0);
  REQUIRE(::symlink("loop", real("a/loop").c_str()) == 0);
  CHECK(files->read("a/b/link.md", kLimit).error().code == ErrorCode::kRefusedPath);
  CHECK_FALSE(files->read("a/out/secret.md", kLimit));
  CHECK_FALSE(files->list("a/out"));
  CHECK_FALSE(files->list("a/loop"));
  CHECK_FALSE(files->make_folder("a/out/new"));
  CHECK_FALSE(files->stage("a/out/new.md", "x"));
  CHECK_FALSE(files->append("a/b/link.md", "x\n"));
  CHECK_FALSE(files->try_lock("a/b/link.md"));
  CHECK(folder.read("outside/secret.md") == "secret");
  CHECK_FALSE(folder.exists("outside/new"));
  const auto items = files->list("a");
  REQUIRE(items);
  CHECK(item(*items, "out")->kind == FileKind::kLink);
  CHECK(item(*items, "b")->kind == FileKind::kFolder);
}

TEST_CASE_FIXTURE(Fixture, "FIFOs, sockets and hard links are told apart, and opening a FIFO never hangs") {
  REQUIRE(::mkfifo(real("a/b/fifo.md").c_str(), 0600) == 0);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const std::string name = real("a/b/s.md");
  if (name.size() < sizeof address.sun_path) {
    std::memcpy(address.sun_path, name.c_str(), name.size() + 1);
    REQUIRE(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    CHECK(files->stat("a/b/s.md")->kind == FileKind::kOther);
    CHECK_FALSE(files->read("a/b/s.md", kLimit));
  }
  ::close(socket);
  folder.write("secret.md", "secret");
  REQUIRE(::link((folder.path() / "secret.md").c_str(), real("a/b/hard.md").c_str()) == 0);
  CHECK(files->read("a/b/fifo.md", kLimit).error().code == ErrorCode::kRefusedPath);
  const auto items = files->list("a/b");
  CHECK(item(*items, "fifo.md")->kind == FileKind::kOther);
  CHECK(item(*items, "hard.md")->kind == FileKind::kShared);
  CHECK(item(*items, "x.md")->kind == FileKind::kRegular);
  CHECK(item(*items, "x.md")->stamp.size == 4);
}

TEST_CASE_FIXTURE(Fixture,
                  "a staged file stands beside its place under a dot-name, with mode and owner of the old one") {
  REQUIRE(::chmod(real("a/b/x.md").c_str(), 0640) == 0);
  const auto staged = files->stage("a/b/x.md", "new");
  REQUIRE(staged);
  CHECK(staged->starts_with("a/b/."));
  CHECK(is_staged_name(staged->substr(4)));
  struct stat status = {};
  REQUIRE(::stat(real(*staged).c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0640);
  REQUIRE(files->sync_file(*staged));
  REQUIRE(files->exchange(*staged, "a/b/x.md"));
  CHECK(folder.read("tree/a/b/x.md") == "new");
  CHECK(files->read(*staged, kLimit) == "text");
  CHECK(files->exchange(*staged, "a/b/none.md").error().code == ErrorCode::kNotFound);
}

TEST_CASE_FIXTURE(Fixture, "moving to a new name never replaces") {
  folder.write("tree/a/b/y.md", "y");
  CHECK(files->move_new("a/b/x.md", "a/b/y.md").error().code == ErrorCode::kAlreadyExists);
  CHECK(folder.read("tree/a/b/y.md") == "y");
  REQUIRE(files->move_new("a/b/x.md", "a/b/z.md"));
  CHECK(folder.read("tree/a/b/z.md") == "text");
  CHECK(files->move_new("a/b/x.md", "a/b/q.md").error().code == ErrorCode::kNotFound);
  const auto aside = files->move_aside("a/b/z.md");
  REQUIRE(aside);
  CHECK_FALSE(folder.exists("tree/a/b/z.md"));
  CHECK(files->read(*aside, kLimit) == "text");
}

TEST_CASE("staged names are told from a person's dot-files") {
  CHECK(is_staged_name(".0123456789abcdef.staged"));
  for (const char* name :
       {".0123456789abcdeX.staged", ".staged", "0123456789abcdef.staged", ".0123456789abcdef.md", ".git", ""}) {
    CHECK_FALSE(is_staged_name(name));
  }
}

TEST_CASE_FIXTURE(Fixture, "appending ends a torn line of a dead writer first") {
  REQUIRE(files->append("a/log", "one\n"));
  folder.write("tree/a/log", "one\ntor");
  REQUIRE(files->append("a/log", "two\n"));
  CHECK(folder.read("tree/a/log") == "one\ntor\ntwo\n");
}

TEST_CASE_FIXTURE(Fixture, "a lock is held once, by the file that has the name") {
  auto first = files->try_lock("a/lock");
  REQUIRE(first);
  REQUIRE(*first);
  CHECK(*files->try_lock("a/lock") == nullptr);
  REQUIRE((*first)->write_holder("12 me\n"));
  REQUIRE((*first)->write_holder("7 x\n"));
  CHECK(folder.read("tree/a/lock") == "7 x\n");
  first->reset();
  CHECK(*files->try_lock("a/lock") != nullptr);
}

TEST_CASE("a root that does not exist is seen as soon as somebody makes it, and when it is replaced") {
  const tests::TemporaryFolder folder;
  const auto files = make_posix_file_system(folder.tree());
  CHECK(files->check_root() == RootStatus::kAbsent);
  CHECK(files->read("x.md", 9).error().code == ErrorCode::kNotFound);
  CHECK_FALSE(folder.exists("tree"));
  folder.write("tree/x.md", "x");
  CHECK(files->check_root() == RootStatus::kReplaced);
  CHECK(files->check_root() == RootStatus::kSame);
  std::filesystem::rename(folder.tree(), folder.path() / "old");
  CHECK(files->check_root() == RootStatus::kAbsent);
  folder.write("tree/x.md", "y");
  CHECK(files->check_root() == RootStatus::kReplaced);
  CHECK(files->read("x.md", 9) == "y");
}

TEST_CASE("making the root makes what is missing above it") {
  const tests::TemporaryFolder folder;
  const auto files = make_posix_file_system((folder.path() / "deep/er/tree").string());
  REQUIRE(files->make_folder(""));
  CHECK(files->make_folder("").error().code == ErrorCode::kAlreadyExists);
  REQUIRE(files->make_folder("a"));
  CHECK(folder.exists("deep/er/tree/a"));
  CHECK(files->make_folder("a").error().code == ErrorCode::kAlreadyExists);
  CHECK(files->make_folder("b/c").error().code == ErrorCode::kNotFound);
  REQUIRE(files->remove_folder("a"));
  CHECK_FALSE(files->remove_folder("a"));
}

TEST_CASE_FIXTURE(Fixture, "a folder that is not empty is never removed") {
  CHECK_FALSE(files->remove_folder("a/b"));
  CHECK(folder.exists("tree/a/b/x.md"));
}

TEST_CASE_FIXTURE(Fixture, "a watch reports what others change, and nothing twice") {
  const auto watch = files->watch();
  REQUIRE(watch);
  for (const char* name : {"", "a", "a/b"}) REQUIRE(watch->add(name));
  CHECK(watch->drain().files.empty());
  folder.write("tree/a/b/x.md", "changed");
  folder.write("tree/a/c/new.md", "n");
  folder.write("tree/a/b/.hidden.md", "h");
  const WatchEvents events = watch->drain();
  CHECK_FALSE(events.lost);
  CHECK(std::find(events.files.begin(), events.files.end(), "a/b/x.md") != events.files.end());
  CHECK(std::find(events.files.begin(), events.files.end(), "a/b/.hidden.md") == events.files.end());
  CHECK(events.folders == std::vector<std::string>{"a/c"});
  CHECK(watch->drain().files.empty());
  CHECK(watch->add("none").error().code == ErrorCode::kNotFound);
}

TEST_CASE_FIXTURE(Fixture, "a moved folder is watched under its new name only") {
  const auto watch = files->watch();
  for (const char* name : {"", "a", "a/b"}) REQUIRE(watch->add(name));
  std::filesystem::rename(real("a/b"), real("a/q"));
  WatchEvents events = watch->drain();
  CHECK(std::find(events.folders.begin(), events.folders.end(), "a/b") != events.folders.end());
  CHECK(std::find(events.folders.begin(), events.folders.end(), "a/q") != events.folders.end());
  REQUIRE(watch->add("a/q"));
  folder.write("tree/a/q/x.md", "after");
  events = watch->drain();
  REQUIRE_FALSE(events.files.empty());
  for (const std::string& file : events.files) CHECK(file == "a/q/x.md");
}

TEST_CASE_FIXTURE(Fixture, "what other programs noted about a file stays with its new version") {
  folder.write("tree/a/x.md", "old");
  const std::string file = folder.tree() + "/a/x.md";
  if (::setxattr(file.c_str(), "user.colour", "red", 3, 0) != 0) {
    MESSAGE("no extended attributes here");
    return;
  }
  REQUIRE(::setxattr(file.c_str(), "user.empty", "", 0, 0) == 0);
  const auto staged = files->stage("a/x.md", "new");
  REQUIRE(staged);
  REQUIRE(files->exchange(*staged, "a/x.md"));
  char value[16];
  CHECK(::getxattr(file.c_str(), "user.colour", value, sizeof value) == 3);
  CHECK(std::string(value, 3) == "red");
  CHECK(::getxattr(file.c_str(), "user.empty", value, sizeof value) == 0);
  CHECK(folder.read("tree/a/x.md") == "new");
}
