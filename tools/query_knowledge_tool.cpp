#include "tools/all_tools.h"
#include "tools/answering.h"
#include "tools/client_model.h"
#include "tools/error_text.h"
#include "tools/render.h"
#include "tools/search_records.h"
#include "tools/search_text.h"

using memory::NextCall;
using memory::QueryResult;

namespace tools {

struct Question {
  std::string query;
  std::optional<std::string> scope;
  std::vector<std::string> tags;
  std::optional<std::string> since;
  std::optional<std::string> until;
  std::int64_t limit = 10;
  std::int64_t max_tokens = 2000;
};

}  // namespace tools

namespace protocol {

template <>
struct Record<tools::Question> {
  static std::vector<Field> fields() {
    using T = tools::Question;
    return {
        field<&T::query>("query", "The question, in full.").required().synonyms({"q", "text", "question"}),
        field<&T::scope>("scope", "Only below this path.").synonyms({"path", "folder", "domain"}),
        field<&T::tags>("tags", "Only entries with all of these."),
        field<&T::since>("since", "ISO date, or `7d` ago.").hidden(),
        field<&T::until>("until", "ISO date.").hidden(),
        field<&T::limit>("limit", "Most entries.").range(1, 100).by_default("10").synonyms({"per_page"}).hidden(),
        field<&T::max_tokens>("max_tokens", "Budget of the whole reply (characters / 4).")
            .range(100, 8000)
            .by_default("2000")
            .synonyms({"budget"}),
    };
  }
};

template <>
struct Record<NextCall> {
  static std::vector<Field> fields() {
    return {
        field<&NextCall::tool>("tool", "").required(),
        field<&NextCall::path>("path", "").required(),
    };
  }
};

template <>
struct Record<QueryResult> {
  static std::vector<Field> fields() {
    std::vector<Field> fields = {
        field<&QueryResult::tier>("tier", "0, 1 cache; 2 search; 3 context; 4 tools.").required(),
        field<&QueryResult::answer_with>("answer_with", "hit, llm, host, tools or none.").required(),
        field<&QueryResult::answer>("answer", "A model's."),
        field<&QueryResult::next>("next", "Calls that lead on.").omit_empty(),
    };
    // As search_knowledge's schema says them; each is paid for in every conversation, so that few are said again.
    for (Field& found : search_result_fields<QueryResult>()) {
      found.advertised_ = found.name_ == "verdict" || found.name_ == "hits" || found.name_ == "omitted";
      fields.push_back(std::move(found));
    }
    return fields;
  }
};

}  // namespace protocol

namespace tools {
namespace {

// Tier, answerer and the calls that lead on cost some of the budget that a search has for passages.
constexpr std::int64_t kFrameTokens = 60;

memory::SearchRequest search_request(const Question& question) {
  memory::SearchRequest request;
  request.query = question.query;
  request.scope = question.scope;
  request.tags = question.tags;
  request.since = question.since;
  request.until = question.until;
  request.limit = question.limit;
  request.max_tokens = std::max<std::int64_t>(100, question.max_tokens - kFrameTokens);
  return request;
}

std::string who_answers(const QueryResult& result) {
  if (result.answer_with == "hit") return "the first passage answers";
  if (result.answer_with == "llm") return "a model answered from these passages";
  if (result.answer_with == "host") return "answer from these passages";
  if (result.answer_with == "tools") return "these passages may not be enough";
  return "nothing to answer with";
}

std::string query_head_text(const QueryResult& result) {
  std::string text =
      search_head_text(result) + "\nTier " + std::to_string(result.tier) + ": " + who_answers(result) + ".";
  for (const NextCall& call : result.next) {
    text += "\nNext: " + call.tool + " {\"path\": \"" + on_one_line(call.path) + "\"}";
  }
  if (result.answer) text += "\nAnswer: " + *result.answer;
  return text;
}

}  // namespace

protocol::Tool query_knowledge_tool(memory::Memory& memory, const LanguageModel& llm) {
  protocol::ToolInfo info;
  info.name = "query_knowledge";
  info.title = "Query knowledge";
  info.description =
      "Answer one question from memory, or return the passages to answer from. Use when something may have been "
      "decided, learned or preferred, before you answer. Not for listing all mentions (search_knowledge). Returns a "
      "verdict, who answers and passages; `none`: nothing is stored, stop.";
  return protocol::make_tool<Question, QueryResult>(
      std::move(info),
      [&memory, llm](const Question& question, protocol::CallContext& context) -> protocol::ToolReply<QueryResult> {
        const memory::SearchRequest request = search_request(question);
        auto result = memory.query(request);
        if (!result) return protocol::ToolReply<QueryResult>::failed(error_text(result.error()));
        const auto model = result->answer_with == "host" ? model_for(llm, context) : nullptr;
        if (model && let_model_answer(*model, question.query, context.stop, *result)) memory.keep(request, *result);
        protocol::ToolReply<QueryResult> reply;
        reply.text.push_back(query_head_text(*result));
        for (std::string& hit : hit_texts(result->hits)) reply.text.push_back(std::move(hit));
        reply.structured = std::move(*result);
        return reply;
      });
}

}  // namespace tools
