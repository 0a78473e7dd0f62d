// What does a client learn of a struct? Its JSON Schema, made by walking the struct's table of fields.
// The subset that every client and model provider takes: an object at the root, no $ref, no type arrays,
// `items` on every array (protocol.md §3).
//
// Pure functions; any thread.
#pragma once

#include "protocol/shape.h"

namespace protocol {

struct JsonOut;  // json.h, for sources only

// Arguments, nested as deeply as the struct is.
JsonOut input_schema(const Shape& record);

// Results: top-level members only, without descriptions, as every listed byte costs a client's context.
JsonOut output_schema(const Shape& record);

}  // namespace protocol
