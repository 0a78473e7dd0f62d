#include "memory/index/relation_graph.h"

#include <doctest/doctest.h>

using namespace memory;

namespace {

EntryPtr file(const std::string& name, const std::string& bytes) { return make_stored_entry(name, bytes); }

using Paths = std::vector<std::string>;

}  // namespace

TEST_CASE("a reference means a path, a title, an alias or a file name") {
  const auto state = make_tree_state({
      file("a/b/auth.md", "---\ntitle: Auth Service\naliases: [Login]\n---\nx\n"),
      file("a/b/context.md", "about b\n"),
      file("x/y/other.md", "---\ntitle: Other\n---\nx\n"),
  });
  for (const char* target : {"a/b/auth", "a/b/auth.md", "A/B/AUTH.MD", "@a/b/auth.md", "Auth Service", "auth_service",
                             "login", "auth", " auth ", "./a/b/auth"}) {
    CAPTURE(target);
    CHECK(resolve_reference(*state, target) == Paths{"a/b/auth"});
  }
  CHECK(resolve_reference(*state, "a/b") == Paths{"a/b/context"});
  for (const char* target : {"nobody", "b/auth", "", " ", "@", ".md", "a/b/auth/x"}) {
    CAPTURE(target);
    CHECK(resolve_reference(*state, target).empty());
  }
}

TEST_CASE("a title outranks the alias and the file name of others; several of a kind are ambiguous") {
  const auto state = make_tree_state({
      file("a/b/deploy.md", "---\ntitle: Something\n---\nx\n"),
      file("a/c/x.md", "---\ntitle: Deploy\n---\nx\n"),
      file("a/d/one.md", "---\ntitle: Twin\n---\nx\n"),
      file("a/e/two.md", "---\ntitle: twin\n---\nx\n"),
  });
  CHECK(resolve_reference(*state, "deploy") == Paths{"a/c/x"});
  CHECK(resolve_reference(*state, "Twin") == Paths{"a/d/one", "a/e/two"});
}

TEST_CASE("links go both ways; pending and ambiguous ones are marked and have no way back") {
  const auto state = make_tree_state({
      file("a/b/one.md", "---\nrelated: [a/b/two.md, a/b/none.md]\n---\nsee [[Twin]] and [[Two]]\n"),
      file("a/b/two.md", "---\ntitle: Two\n---\nback to @a/b/one.md\n"),
      file("a/d/t.md", "---\ntitle: Twin\n---\nx\n"),
      file("a/e/t.md", "---\ntitle: Twin\n---\nx\n"),
  });
  const RelationGraph graph(*state);
  const auto& links = graph.forward("a/b/one");
  REQUIRE(links.size() == 3);
  int pending = 0;
  int ambiguous = 0;
  for (const Link& link : links) {
    CHECK(link.from == "a/b/one");
    pending += link.pending ? 1 : 0;
    ambiguous += link.ambiguous ? 1 : 0;
    if (link.pending) CHECK(link.to.find("none") != std::string::npos);
    if (link.ambiguous) CHECK(link.to == "Twin");
  }
  CHECK(pending == 1);
  CHECK(ambiguous == 1);
  REQUIRE(graph.back("a/b/two").size() == 1);
  CHECK(graph.back("a/b/two")[0].from == "a/b/one");
  CHECK(graph.back("a/b/one").size() == 1);
  CHECK(graph.back("a/d/t").empty());
  CHECK(graph.forward("nobody").empty());
}

TEST_CASE("of two links to one entry the one that says more stays") {
  const auto state = make_tree_state({
      file("a/b/one.md", "---\nrelated: [a/b/two.md]\n---\nx\n\n## Relations\n- depends_on @a/b/two.md — it has to\n"),
      file("a/b/two.md", "x\n"),
  });
  const RelationGraph graph(*state);
  REQUIRE(graph.forward("a/b/one").size() == 1);
  CHECK(graph.forward("a/b/one")[0].type == "depends_on");
  CHECK(graph.forward("a/b/one")[0].why == "it has to");
}
