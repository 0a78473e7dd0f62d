#include "memory/index/question.h"

#include <doctest/doctest.h>

using namespace memory;

TEST_CASE("questions for a time, a number and the assistant's words are told apart") {
  CHECK(question_kind("When did she go?").asks_time);
  CHECK(question_kind("What date is the deadline").asks_time);
  CHECK(question_kind("Wann war das?").asks_time);
  CHECK(question_kind("How many turtles?").asks_number);
  CHECK(question_kind("Wie viele Punkte").asks_number);
  CHECK(question_kind("丢了多少分").asks_number);
  CHECK(question_kind("What did you recommend for caching?").asks_assistant);
  const QuestionKind plain = question_kind("Where is the server I recommended?");
  CHECK_FALSE(plain.asks_time);
  CHECK_FALSE(plain.asks_number);
  CHECK_FALSE(plain.asks_assistant);
}
