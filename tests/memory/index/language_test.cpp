#include "memory/index/language.h"

#include <doctest/doctest.h>

using namespace memory;

TEST_CASE("a text's language shows in its function words and its script") {
  CHECK(detect_language("We rotate the tokens of the service every hour.") == Language::kEnglish);
  CHECK(detect_language("Die Verteidigung der Panther gab nur 308 Punkte ab und war damit die beste der Liga.") ==
        Language::kGerman);
  CHECK(detect_language("Le serveur est dans la salle avec les autres machines et il ne répond pas.") ==
        Language::kFrench);
  CHECK(detect_language("El servidor de la empresa está en el sótano y no se puede reiniciar con los otros.") ==
        Language::kSpanish);
  CHECK(detect_language("Сервер стоит в подвале и не отвечает.") == Language::kRussian);
  CHECK(detect_language("Ο διακομιστής είναι στο υπόγειο.") == Language::kGreek);
}

TEST_CASE("what shows no language counts as English") {
  CHECK(detect_language("") == Language::kEnglish);
  CHECK(detect_language("0x1F 42 foo_bar()") == Language::kEnglish);
  CHECK(detect_language("用户服务器部署在腾讯云") == Language::kEnglish);
}

TEST_CASE("a query is read in a language the index holds") {
  LanguageCounts counts{};
  CHECK(detect_query_language("Wie viele Punkte gab die Verteidigung ab?", counts) == Language::kEnglish);
  counts[static_cast<std::size_t>(Language::kGerman)] = 3;
  CHECK(detect_query_language("Wie viele Punkte gab die Verteidigung ab?", counts) == Language::kGerman);
  CHECK(detect_query_language("what is the score of the game", counts) == Language::kEnglish);
}

TEST_CASE("function words are told by their folded form") {
  CHECK(is_stop_word("the", Language::kEnglish));
  CHECK(is_stop_word("fur", Language::kGerman));
  CHECK_FALSE(is_stop_word("codey", Language::kEnglish));
}
