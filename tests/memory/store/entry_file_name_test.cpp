#include "memory/store/entry_file_name.h"

#include <doctest/doctest.h>

#include <string>

using memory::NameUse;
using memory::use_of_file_name;
using memory::use_of_folder_name;

TEST_CASE("markdown files of any case are candidates") {
  for (const char* name : {"notes.md", "Notes.MD", "ünïcode.md", "令牌.md", "a b.md", "v1.2.md", "x.bak.md"}) {
    CAPTURE(name);
    CHECK(use_of_file_name(name) == NameUse::kCandidate);
  }
}

TEST_CASE("other kinds of files, dot-names and editor backups are nobody's entry") {
  for (const char* name : {"notes.md~", ".#notes.md", "#notes.md#", ".notes.md.swp", "notes.md.bak", "notes.md.orig",
                           ".md", "image.png", "notes", "notes.mdx", "~$notes.md", ".hidden.md", ""}) {
    CAPTURE(name);
    CHECK(use_of_file_name(name) == NameUse::kIgnored);
  }
}

TEST_CASE("the second versions that synchronising programs keep are told apart") {
  for (const char* name :
       {"notes.sync-conflict-20260101-120000-ABCDEFG.md", "notes (Bob's conflicted copy 2026-01-01).md",
        "notes (conflicted copy 2026-01-01 120000).md", "notes (Case Conflict).md", "notes (SFConflict bob 2026).md"}) {
    CAPTURE(name);
    CHECK(use_of_file_name(name) == NameUse::kConflictCopy);
  }
  CHECK(use_of_file_name("merge_conflict_handling.md") == NameUse::kCandidate);
  CHECK(use_of_file_name("conflicted_copy_policy.md") == NameUse::kCandidate);
}

TEST_CASE("names that no path may hold are named instead of read") {
  CHECK(use_of_file_name("a\\b.md") == NameUse::kUnaddressable);
  CHECK(use_of_file_name("a%2fb.md") == NameUse::kUnaddressable);
  CHECK(use_of_file_name("a\tb.md") == NameUse::kUnaddressable);
  CHECK(use_of_file_name("\xff\xfe.md") == NameUse::kNotUtf8);
  CHECK(use_of_folder_name("\xff") == NameUse::kNotUtf8);
}

TEST_CASE("dot-folders and node_modules are not looked into") {
  CHECK(use_of_folder_name(".git") == NameUse::kIgnored);
  CHECK(use_of_folder_name("node_modules") == NameUse::kIgnored);
  CHECK(use_of_folder_name("Architecture") == NameUse::kCandidate);
}
