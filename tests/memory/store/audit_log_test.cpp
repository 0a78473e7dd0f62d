#include "memory/store/audit_log.h"

#include <doctest/doctest.h>

using namespace memory;

TEST_CASE("an operation is one line of JSON with the members that have a value") {
  const AuditRecord record{
      Time(std::chrono::seconds(1770117600)), "cli 1.0", "ADD", "a/b/c", "", "why \"so\"\nnow", "", "ff"};
  CHECK(audit_line(record) ==
        "{\"time\":\"2026-02-03T11:20:00Z\",\"client\":\"cli 1.0\",\"operation\":\"ADD\",\"path\":\"a/b/c\","
        "\"reason\":\"why \\\"so\\\"\\nnow\",\"hash_after\":\"ff\"}\n");
}

TEST_CASE("bytes that are no UTF-8 never break the log") {
  AuditRecord record;
  record.reason = "\xff";
  CHECK(audit_line(record).find("\xef\xbf\xbd") != std::string::npos);
}

TEST_CASE("each machine and month has its own log") {
  CHECK(audit_file(Time(std::chrono::seconds(1770117600)), "0badcafe") == ".log/2026-02.0badcafe.jsonl");
}
