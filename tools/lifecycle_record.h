// How many entries have which maturity: the fields, listed once for the tools that tell it.
#pragma once

#include "memory/retrieval/lifecycles.h"
#include "protocol/shape.h"

namespace protocol {

template <>
struct Record<memory::LifecycleCounts> {
  static std::vector<Field> fields() {
    return {
        field<&memory::LifecycleCounts::draft>("draft", "").required(),
        field<&memory::LifecycleCounts::validated>("validated", "").required(),
        field<&memory::LifecycleCounts::core>("core", "").required(),
        field<&memory::LifecycleCounts::archived>("archived", "").required(),
    };
  }
};

}  // namespace protocol
