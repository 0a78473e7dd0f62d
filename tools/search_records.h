// The fields of search results, listed once for the tools that search.
#pragma once

#include <vector>

#include "memory/retrieval/pipeline.h"
#include "protocol/shape.h"

namespace protocol {

template <>
struct Record<memory::SearchHit> {
  static std::vector<Field> fields() {
    return {
        field<&memory::SearchHit::path>("path", "").required(),
        field<&memory::SearchHit::title>("title", "").required(),
        field<&memory::SearchHit::heading>("heading", ""),
        field<&memory::SearchHit::start_line>("start_line", "").required(),
        field<&memory::SearchHit::end_line>("end_line", "").required(),
        field<&memory::SearchHit::text>("text", "").required(),
        field<&memory::SearchHit::score>("score", "").required(),
        field<&memory::SearchHit::hash>("hash", "").required(),
        field<&memory::SearchHit::updated_at>("updated_at", ""),
        field<&memory::SearchHit::maturity>("maturity", ""),
        field<&memory::SearchHit::superseded_by>("superseded_by", ""),
        field<&memory::SearchHit::via>("via", ""),
        field<&memory::SearchHit::approximate>("approximate", ""),
        field<&memory::SearchHit::flags>("flags", "").omit_empty(),
        field<&memory::SearchHit::explain>("explain", ""),
    };
  }
};

template <>
struct Record<memory::SearchOmitted> {
  static std::vector<Field> fields() {
    return {
        field<&memory::SearchOmitted::hits>("hits", "").required(),
        field<&memory::SearchOmitted::tokens>("tokens", "").required(),
        field<&memory::SearchOmitted::cursor>("cursor", ""),
    };
  }
};

// Of a result that is, or extends, a SearchResult.
template <class T>
std::vector<Field> search_result_fields() {
  return {
      field<&T::verdict>("verdict", "answered, partial, none, superseded or filtered.").required(),
      field<&T::hits>("hits", "Passages, best first.").required(),
      field<&T::omitted>("omitted", "What found no room, and the cursor that gets it.").required(),
      field<&T::unmatched_terms>("unmatched_terms", "Query words that no entry holds.").required(),
      field<&T::did_you_mean>("did_you_mean", "Near words that are stored.").omit_empty(),
      field<&T::hint>("hint", "What to do with this verdict."),
      field<&T::generation>("generation", "State of the tree.").required(),
      field<&T::elapsed_ms>("elapsed_ms", "").required(),
  };
}

template <>
struct Record<memory::SearchResult> {
  static std::vector<Field> fields() { return search_result_fields<memory::SearchResult>(); }
};

}  // namespace protocol
