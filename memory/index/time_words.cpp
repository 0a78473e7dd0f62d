#include "memory/index/time_words.h"

#include <unordered_map>
#include <unordered_set>

namespace memory {
namespace {

using Months = std::unordered_map<std::string_view, int>;

const Months& months() {
  static const Months table = {
      {"january", 1},    {"jan", 1},        {"januar", 1},     {"janvier", 1},   {"enero", 1},     {"gennaio", 1},
      {"janeiro", 1},    {"januari", 1},    {"января", 1},     {"январь", 1},    {"february", 2},  {"feb", 2},
      {"februar", 2},    {"fevrier", 2},    {"febrero", 2},    {"febbraio", 2},  {"fevereiro", 2}, {"februari", 2},
      {"февраля", 2},    {"февраль", 2},    {"march", 3},      {"mar", 3},       {"marz", 3},      {"mars", 3},
      {"marzo", 3},      {"marco", 3},      {"maart", 3},      {"марта", 3},     {"март", 3},      {"april", 4},
      {"apr", 4},        {"avril", 4},      {"abril", 4},      {"aprile", 4},    {"апреля", 4},    {"апрель", 4},
      {"may", 5},        {"mai", 5},        {"mayo", 5},       {"maggio", 5},    {"maio", 5},      {"mei", 5},
      {"мая", 5},        {"май", 5},        {"june", 6},       {"jun", 6},       {"juni", 6},      {"juin", 6},
      {"junio", 6},      {"giugno", 6},     {"junho", 6},      {"июня", 6},      {"июнь", 6},      {"july", 7},
      {"jul", 7},        {"juli", 7},       {"juillet", 7},    {"julio", 7},     {"luglio", 7},    {"julho", 7},
      {"июля", 7},       {"июль", 7},       {"august", 8},     {"aug", 8},       {"aout", 8},      {"agosto", 8},
      {"augustus", 8},   {"августа", 8},    {"август", 8},     {"september", 9}, {"sep", 9},       {"sept", 9},
      {"septembre", 9},  {"septiembre", 9}, {"settembre", 9},  {"setembro", 9},  {"сентября", 9},  {"сентябрь", 9},
      {"october", 10},   {"oct", 10},       {"oktober", 10},   {"octobre", 10},  {"octubre", 10},  {"ottobre", 10},
      {"outubro", 10},   {"октября", 10},   {"октябрь", 10},   {"november", 11}, {"nov", 11},      {"novembre", 11},
      {"noviembre", 11}, {"novembro", 11},  {"ноября", 11},    {"ноябрь", 11},   {"december", 12}, {"dec", 12},
      {"dezember", 12},  {"decembre", 12},  {"diciembre", 12}, {"dicembre", 12}, {"dezembro", 12}, {"декабря", 12},
      {"декабрь", 12}};
  return table;
}

}  // namespace

int month_of(std::string_view folded) {
  const auto found = months().find(folded);
  return found == months().end() ? 0 : found->second;
}

bool is_time_word(std::string_view folded) {
  static const std::unordered_set<std::string_view> words = {
      "monday",     "tuesday",  "wednesday",   "thursday", "friday",  "saturday",   "sunday", "today",    "yesterday",
      "tomorrow",   "tonight",  "ago",         "day",      "days",    "week",       "weeks",  "weekend",  "weekends",
      "month",      "months",   "year",        "years",    "hour",    "hours",      "minute", "minutes",  "morning",
      "evening",    "night",    "noon",        "midnight", "spring",  "summer",     "autumn", "winter",   "recently",
      "lately",     "deadline", "anniversary", "birthday", "century", "decade",     "montag", "dienstag", "mittwoch",
      "donnerstag", "freitag",  "samstag",     "sonntag",  "heute",   "gestern",    "morgen", "woche",    "wochen",
      "monat",      "monate",   "jahr",        "jahre",    "jahren",  "jahrhundert"};
  return words.count(folded) > 0;
}

bool is_number_word(std::string_view folded) {
  static const std::unordered_set<std::string_view> words = {
      "one",     "two",    "three",   "four",    "five",   "six",   "seven",  "eight",   "nine",     "ten",
      "eleven",  "twelve", "fifteen", "twenty",  "thirty", "forty", "fifty",  "hundred", "thousand", "million",
      "billion", "dozen",  "couple",  "several", "once",   "twice", "first",  "second",  "third",    "half",
      "both",    "zwei",   "drei",    "vier",    "funf",   "sechs", "sieben", "acht",    "neun",     "zehn"};
  return words.count(folded) > 0;
}

}  // namespace memory
