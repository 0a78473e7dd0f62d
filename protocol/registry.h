// What does a server offer? Tools, resources and the words about itself, described without JSON: a tool file
// gives structs, their tables (shape.h) and one function. Filled once before the session runs, then constant.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/error.h"
#include "protocol/prompt.h"
#include "protocol/sampling.h"
#include "protocol/shape.h"

namespace protocol {

struct Implementation {
  std::string name;
  std::string title;
  std::string version;
};

// What a running call may know and do.
struct CallContext {
  std::stop_token stop;   // requested when the client cancels or the process ends
  Implementation client;  // as the client named itself; empty where it did not
  // Tells the client how far the work is; does nothing without a progress token. Increasing values only.
  std::function<void(double progress, std::optional<double> total, const std::string& message)> progress;
  Sample sample = {};  // asks the client's own model; empty where the client does not offer it
};

// All four hints are sent on every tool. open_world is false for everything that works on the tree alone.
struct Annotations {
  bool read_only = true;
  bool destructive = false;
  bool idempotent = true;
  bool open_world = false;
};

struct ToolInfo {
  std::string name;  // ^[a-z_]{1,32}$
  std::string title;
  std::string description;
  Annotations annotations;
  // Reading: where the call lacks this list argument, all arguments that are not the tool's own fields
  // become its one element ("operations" of curate).
  std::string gather_into = {};
};

// What a tool answers. `text` stands alone, and so does `structured`; both say the same.
// An error has text only.
template <class R>
struct ToolReply {
  std::vector<std::string> text;  // one content block each
  std::optional<R> structured;    // absent: text only (tools without output schema)
  bool is_error = false;

  static ToolReply failed(std::string message) { return {{std::move(message)}, std::nullopt, true}; }
};

struct NoStructure {};  // R of a tool that answers with text alone and has no output schema
template <>
struct Record<NoStructure> {
  static std::vector<Field> fields() { return {}; }
};

// A ToolReply whose R is forgotten.
struct ErasedReply {
  std::vector<std::string> text;
  std::shared_ptr<const void> structured;  // of the tool's output shape
  bool is_error = false;
};

struct Tool {
  ToolInfo info;
  const Shape* input = nullptr;
  const Shape* output = nullptr;  // nullptr: text only
  std::function<std::shared_ptr<void>()> make_params;
  std::function<ErasedReply(const void* params, CallContext& context)> run;
};

template <class P, class R>
Tool make_tool(ToolInfo info, std::function<ToolReply<R>(const P&, CallContext&)> run) {
  Tool tool;
  tool.info = std::move(info);
  tool.input = &shape_of<P>();
  if constexpr (!std::is_same_v<R, NoStructure>) tool.output = &shape_of<R>();
  tool.make_params = [] { return std::static_pointer_cast<void>(std::make_shared<P>()); };
  tool.run = [run = std::move(run)](const void* params, CallContext& context) {
    ToolReply<R> reply = run(*static_cast<const P*>(params), context);
    ErasedReply erased{std::move(reply.text), nullptr, reply.is_error};
    if (reply.structured) erased.structured = std::make_shared<const R>(std::move(*reply.structured));
    return erased;
  };
  return tool;
}

struct Resource {
  std::string uri;
  std::string name;
  std::string title;
  std::string description;
  std::string mime_type;
  std::optional<std::int64_t> size;          // bytes
  std::optional<std::string> last_modified;  // ISO 8601
  std::optional<double> priority;            // 0..1
};
struct ResourcePage {
  std::vector<Resource> resources;
  std::optional<std::string> next;  // where the next page starts, opaque to the protocol
};
struct ResourceTemplate {
  std::string uri_template;
  std::string name;
  std::string title;
  std::string description;
  std::string mime_type;
};
struct ResourceText {
  std::string uri;
  std::string mime_type;
  std::string text;
};

// Thread-safe: calls come from the worker pool.
class ResourceProvider {
 public:
  virtual ~ResourceProvider() = default;
  // A page of at most 100, in a stable order, from behind `after` (a former page's `next`).
  virtual Result<ResourcePage> list(const std::optional<std::string>& after) = 0;
  virtual std::vector<ResourceTemplate> templates() = 0;
  virtual Result<ResourceText> read(const std::string& uri) = 0;  // kNotFound: no such resource
};

struct Registry {
  Implementation server;
  std::function<std::string()> instructions;  // ≤ 1,500 characters, called per handshake
  std::vector<Tool> tools;                    // listed in this order
  std::shared_ptr<ResourceProvider> resources;
  std::vector<Prompt> prompts;  // listed in this order
  Completer complete;           // thread-safe; of registered prompts and templates alone
};

}  // namespace protocol
