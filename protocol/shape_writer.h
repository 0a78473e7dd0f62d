// How does a struct become JSON? Strictly: members in the order of the table, what is absent left out, numbers
// rounded to what they mean. What is not UTF-8 is replaced when the text is made (dump() of json.h).
//
// Pure function; any thread.
#pragma once

#include "protocol/shape.h"

namespace protocol {

struct JsonOut;  // json.h, for sources only

JsonOut write_record(const Shape& record, const void* address);

}  // namespace protocol
