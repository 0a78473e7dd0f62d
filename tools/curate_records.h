// The fields of a `curate` call, listed once: schema, reading and the tool reference come from these tables.
// Included by curate_tool.cpp alone; apart from it so that tables and behaviour stay readable.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "memory/retrieval/curation.h"
#include "protocol/shape.h"
#include "tools/content_records.h"

namespace tools {

struct CurateParams {
  std::vector<memory::Operation> operations;
  std::optional<std::string> reason;
  bool dry_run = false;
};

}  // namespace tools

namespace protocol {

template <>
struct Record<memory::EntryEdit> {
  static std::vector<Field> fields() {
    using T = memory::EntryEdit;
    return {
        field<&T::find>("find", "Occurs once.").required(),
        field<&T::replace>("replace", ""),
    };
  }
};

template <>
struct Record<memory::Operation> {
  static std::vector<Field> fields() {
    using T = memory::Operation;
    return {
        field<&T::type>("type", "ADD (new), UPDATE (existing), UPSERT, MERGE, DELETE or UNDO.")
            .by_default("\"UPSERT\"")
            .synonyms({"operation", "op", "action"}),
        field<&T::path>("path", "Folder domain/topic[/subtopic] (with `title`), or an entry's path.")
            .synonyms({"folder", "file_path"}),
        field<&T::title>("title", "").synonyms({"name"}),
        field<&T::content>("content", "A string is `body`. UPDATE unites lists, replaces scalars.")
            .text_as("body")
            .synonyms({"text", "body", "data"}),
        field<&T::reason>("reason", ""),
        field<&T::edits>("edits", "UPDATE: literal changes.").one_or_many(),
        field<&T::remove>("remove", "UPDATE: items, facts, relations to drop.").one_or_many(),
        field<&T::append>("append", "UPDATE: add text."),
        field<&T::replace>("replace", "UPDATE: exactly this content, with expected_hash."),
        field<&T::expected_hash>("expected_hash", "Fail if it changed since.").synonyms({"hash"}),
        field<&T::target_path>("target_path", "UPDATE: move there. MERGE: entry to merge into."),
        field<&T::target_title>("target_title", "UPDATE: rename."),
        field<&T::recursive>("recursive", "DELETE: a whole folder."),
        field<&T::purge>("purge", "DELETE: forget every trace, for good."),
        field<&T::change_id>("change_id", "UNDO: the change to take back."),
        field<&T::force>("force",
                         "Store although the same text is stored elsewhere; UNDO although files changed since.")
            .hidden(),
        field<&T::archived>("archived", "").hidden(),
        field<&T::pinned>("pinned", "").hidden(),
        field<&T::created_at>("created_at", "ISO time, for imported knowledge.").hidden().synonyms({"createdAt"}),
        field<&T::domain_context>("domain_context", "").hidden(),
        field<&T::topic_context>("topic_context", "").hidden(),
        field<&T::subtopic_context>("subtopic_context", "").hidden(),
        field<&T::malformed>("(malformed)", "").hidden(),  // no argument has this name by accident
    };
  }
};

template <>
struct Record<tools::CurateParams> {
  static std::vector<Field> fields() {
    using T = tools::CurateParams;
    return {
        field<&T::operations>("operations", "Run in order, each on its own.")
            .required()
            .one_or_many()
            .problems_into("(malformed)"),
        field<&T::reason>("reason", "Why it is worth remembering; logged."),
        field<&T::dry_run>("dry_run", "Write nothing."),
    };
  }
};

template <>
struct Record<memory::SimilarText> {
  static std::vector<Field> fields() {
    using T = memory::SimilarText;
    return {
        field<&T::path>("path", "").required(),
        field<&T::differs>("differs", "").required(),
    };
  }
};

template <>
struct Record<memory::OperationResult> {
  static std::vector<Field> fields() {
    using T = memory::OperationResult;
    return {
        field<&T::type>("type", "").required(),
        field<&T::path>("path", "").required(),
        field<&T::status>("status", "").required(),
        field<&T::message>("message", "").required(),
        field<&T::hash>("hash", ""),
        field<&T::change_id>("change_id", ""),
        field<&T::duplicate_of>("duplicate_of", ""),
        field<&T::removed>("removed", "").omit_empty(),
        field<&T::similar>("similar", "").omit_empty(),
        field<&T::warnings>("warnings", "").omit_empty(),
    };
  }
};

template <>
struct Record<memory::CurateSummary> {
  static std::vector<Field> fields() {
    using T = memory::CurateSummary;
    return {
        field<&T::added>("added", "").required(),         field<&T::updated>("updated", "").required(),
        field<&T::merged>("merged", "").required(),       field<&T::deleted>("deleted", "").required(),
        field<&T::unchanged>("unchanged", "").required(), field<&T::failed>("failed", "").required(),
    };
  }
};

template <>
struct Record<memory::CurateResult> {
  static std::vector<Field> fields() {
    using T = memory::CurateResult;
    return {
        field<&T::applied>("applied", "One per operation, in order.").required(),
        field<&T::summary>("summary", "").required(),
        field<&T::left_out>("left_out", "What the answer had no room for.").hidden(),
        field<&T::created_root>("created_root", "The folder this call made for the tree."),
    };
  }
};

}  // namespace protocol
