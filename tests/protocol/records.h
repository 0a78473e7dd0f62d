// Structs with every kind of member, as tools declare them. For the tests of the walks over their tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/shape.h"

namespace records {

struct Fact {
  std::string statement;
  std::optional<std::string> subject;
};

struct Content {
  std::string body;
  std::vector<std::string> tags;
  std::vector<Fact> facts;
  std::vector<std::string> snippets;
};

struct Operation {
  std::string type = "UPSERT";
  std::string path;
  std::optional<Content> content;
  std::optional<bool> append;
};

struct Call {
  std::vector<Operation> operations;
  std::optional<std::string> reason;
  bool dry_run = false;
};

struct Scalars {
  std::string text = "default";
  std::int64_t whole = 10;
  double number = 0.5;
  bool flag = false;
  std::optional<std::int64_t> maybe;
  std::vector<std::string> words;
  std::vector<std::int64_t> numbers;
  std::vector<double> shares;
  std::string choice = "both";
  std::vector<std::string> kinds;
};

}  // namespace records

template <>
struct protocol::Record<records::Fact> {
  static std::vector<Field> fields() {
    using T = records::Fact;
    return {field<&T::statement>("statement", "What holds.").required().synonyms({"fact"}),
            field<&T::subject>("subject", "")};
  }
};

template <>
struct protocol::Record<records::Content> {
  static std::vector<Field> fields() {
    using T = records::Content;
    return {field<&T::body>("body", "Markdown.").synonyms({"text"}), field<&T::tags>("tags", ""),
            field<&T::facts>("facts", "").one_or_many().text_as("statement"),
            field<&T::snippets>("snippets", "Code.").one_or_many()};
  }
};

template <>
struct protocol::Record<records::Operation> {
  static std::vector<Field> fields() {
    using T = records::Operation;
    return {field<&T::type>("type", "").one_of({"ADD", "UPDATE", "UPSERT"}).by_default("\"UPSERT\""),
            field<&T::path>("path", "Where.").required().synonyms({"folder", "type"}),
            field<&T::content>("content", "What.").text_as("body").synonyms({"text", "body"}),
            field<&T::append>("append", "").hidden()};
  }
};

template <>
struct protocol::Record<records::Call> {
  static std::vector<Field> fields() {
    using T = records::Call;
    return {field<&T::operations>("operations", "Run in order.").required().one_or_many(),
            field<&T::reason>("reason", "Why."), field<&T::dry_run>("dry_run", "").synonyms({"preview"})};
  }
};

template <>
struct protocol::Record<records::Scalars> {
  static std::vector<Field> fields() {
    using T = records::Scalars;
    return {field<&T::text>("text", "Any text.").omit_empty(),
            field<&T::whole>("whole", "A count.").range(1, 100).by_default("10").synonyms({"limit", "per_page"}),
            field<&T::number>("number", "A share.").range(0, 1),
            field<&T::flag>("flag", "Yes or no.").omit_empty(),
            field<&T::maybe>("maybe", "Perhaps."),
            field<&T::words>("words", "Some words.").omit_empty(),
            field<&T::numbers>("numbers", "Some numbers.").range(0, 9),
            field<&T::shares>("shares", ""),
            field<&T::choice>("choice", "A direction.").one_of({"in", "out", "both"}),
            field<&T::kinds>("kinds", "").one_of({"fact", "code"}).hidden()};
  }
};
