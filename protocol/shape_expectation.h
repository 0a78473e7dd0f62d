// What may a field hold, in words? For messages to whoever gave something else.
// Pure function; any thread.
#pragma once

#include <string>

#include "protocol/shape.h"

namespace protocol {

inline const Shape& value_shape(const Shape& shape) { return shape.optional ? *shape.element : shape; }

// "a whole number from 1 to 100", "one of ADD, UPDATE", "a list of strings".
std::string expectation(const Field& field, const Shape& shape);

}  // namespace protocol
