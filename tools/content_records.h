// The fields of an entry's knowledge, `content` of a curate operation, listed once. Included by curate_records.h.
#pragma once

#include <string>
#include <vector>

#include "memory/tree/entry.h"
#include "protocol/shape.h"

namespace protocol {

template <>
struct Record<memory::Relation> {
  static std::vector<Field> fields() {
    using T = memory::Relation;
    return {
        field<&T::target>("target", "Path or title.").required().synonyms({"path", "to"}),
        field<&T::type>("type", "e.g. depends_on").omit_empty(),
        field<&T::why>("why", "").omit_empty().synonyms({"reason"}),
    };
  }
};

template <>
struct Record<memory::Fact> {
  static std::vector<Field> fields() {
    using T = memory::Fact;
    return {
        field<&T::statement>("statement", "").required().synonyms({"fact", "text"}),
        field<&T::subject>("subject", "e.g. `database`"),
        field<&T::value>("value", "e.g. `MySQL 8`"),
        field<&T::category>("category", "").hidden(),
        field<&T::valid_from>("valid_from", "ISO date"),
        field<&T::valid_until>("valid_until", ""),
    };
  }
};

template <>
struct Record<memory::Pattern> {
  static std::vector<Field> fields() {
    using T = memory::Pattern;
    return {
        field<&T::pattern>("pattern", "").required(),
        field<&T::flags>("flags", ""),
        field<&T::description>("description", ""),
    };
  }
};

template <>
struct Record<memory::RawConcept> {
  static std::vector<Field> fields() {
    using T = memory::RawConcept;
    return {
        field<&T::task>("task", ""),
        field<&T::changes>("changes", ""),
        field<&T::files>("files", ""),
        field<&T::flow>("flow", ""),
        field<&T::timestamp>("timestamp", "").hidden(),
        field<&T::author>("author", "").hidden(),
        field<&T::patterns>("patterns", "").hidden().one_or_many(),
    };
  }
};

template <>
struct Record<memory::Diagram> {
  static std::vector<Field> fields() {
    using T = memory::Diagram;
    return {
        field<&T::type>("type", ""),
        field<&T::title>("title", ""),
        field<&T::content>("content", "").required(),
    };
  }
};

template <>
struct Record<memory::Narrative> {
  static std::vector<Field> fields() {
    using T = memory::Narrative;
    return {
        field<&T::structure>("structure", ""),   field<&T::dependencies>("dependencies", ""),
        field<&T::highlights>("highlights", ""), field<&T::rules>("rules", ""),
        field<&T::examples>("examples", ""),     field<&T::diagrams>("diagrams", "").hidden().one_or_many(),
    };
  }
};

template <>
struct Record<memory::EntryContent> {
  static std::vector<Field> fields() {
    using T = memory::EntryContent;
    return {
        field<&T::body>("body", "Markdown; enough alone.").synonyms({"text", "markdown"}),
        field<&T::summary>("summary", "").synonyms({"description"}),
        field<&T::tags>("tags", ""),
        field<&T::keywords>("keywords", ""),
        field<&T::aliases>("aliases", ""),
        field<&T::questions>("questions", ""),
        field<&T::relations>("relations", "").one_or_many().text_as("target").synonyms({"related"}),
        field<&T::facts>("facts", "").one_or_many().text_as("statement"),
        field<&T::snippets>("snippets", "Code, verbatim.").one_or_many(),
        field<&T::raw_concept>("raw_concept", "Provenance.").text_as("task"),
        field<&T::narrative>("narrative", "").text_as("structure"),
    };
  }
};

}  // namespace protocol
