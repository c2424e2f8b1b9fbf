// The embedder as the build runs it, and what a compiler says to a forgotten or misspelt parameter.

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

#include "tests/support/temp_folder.hpp"

using payonce::test::contents;
using payonce::test::TempFolder;

namespace {

struct Ran {
  int status;
  std::string output;
};

Ran run(const std::string& command) {
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  REQUIRE(pipe);
  std::string output;
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    output.append(buffer.data(), count);
  const int status = pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, output};
}

struct Embedder {
  TempFolder folder;
  std::filesystem::path out = folder / "out";

  [[nodiscard]] Ran embed(const std::string& words) const {
    return run(PAYONCE_EMBED " " + out.string() + " " + words);
  }
  [[nodiscard]] std::string write(std::string_view name, std::string_view text) const {
    return folder.write(name, text).string();
  }
  [[nodiscard]] Ran compile(std::string_view use) const {
    const std::string source =
        write("use.cpp", "#include \"schema/queries/orders.hpp\"\nusing namespace payonce::sql::orders;\n" +
                             std::string(use) + "\n");
    return run(PAYONCE_COMPILER " -std=c++20 -fsyntax-only -I " PAYONCE_SOURCE_DIR " -I " + out.string() + " " +
               source);
  }
};

constexpr std::string_view orders = "-- name: advance\n-- Why.\nUPDATE t SET a = :to, b = ')sql\"' WHERE a = :from;\n";

}  // namespace

TEST_CASE("a header is written once, left alone while its file is the same, and gone with its file") {
  const Embedder embedder;
  const std::string first = embedder.write("orders.sql", orders);
  const std::string second = embedder.write("refunds.sql", "-- name: all\nSELECT 1\n");
  const auto header = embedder.out / "schema/queries/orders.hpp";
  const auto other = embedder.out / "schema/queries/refunds.hpp";
  REQUIRE(embedder.embed("queries " + first + " " + second).status == 0);
  REQUIRE(std::filesystem::exists(other));
  const std::filesystem::file_time_type long_ago{};
  std::filesystem::last_write_time(header, long_ago);

  REQUIRE(embedder.embed("queries " + first).status == 0);
  CHECK(std::filesystem::last_write_time(header) == long_ago);
  CHECK_FALSE(std::filesystem::exists(other));

  (void)embedder.write("orders.sql", std::string(orders) + "-- name: all\nSELECT 1\n");
  REQUIRE(embedder.embed("queries " + first).status == 0);
  CHECK(std::filesystem::last_write_time(header) != long_ago);
}

TEST_CASE("a bad file stops the build with its place, and nothing is written") {
  const Embedder embedder;
  const std::string good = embedder.write("orders.sql", orders);
  const std::string bad = embedder.write("refunds.sql", "-- name: all\nSELECT ?\n");
  const Ran ran = embedder.embed("queries " + good + " " + bad);
  CHECK(ran.status == 1);
  CHECK(ran.output == bad + ":2: a parameter without a name: '?'\n");
  CHECK_FALSE(std::filesystem::exists(embedder.out));
  CHECK(embedder.embed("queries " + (embedder.folder / "none.sql").string()).status == 1);
  CHECK(
      embedder.embed("queries " + good + " acquirer_queries " + embedder.write("queries.sql", "SELECT 1;\n")).status ==
      1);
  CHECK(run(PAYONCE_EMBED).status == 64);
}

TEST_CASE("a parameter that is forgotten, misspelt or out of order does not compile") {
  const Embedder embedder;
  REQUIRE(embedder.embed("queries " + embedder.write("orders.sql", orders)).status == 0);
  const Ran good = embedder.compile("const auto ok = advance{.to = \"paid\", .from = 1};");
  CHECK_MESSAGE(good.status == 0, good.output);
  CHECK(embedder.compile("const auto forgotten = advance{.to = \"paid\"};").status != 0);
  CHECK(embedder.compile("const auto misspelt = advance{.to = \"paid\", .form = 1};").status != 0);
  CHECK(embedder.compile("const auto disordered = advance{.from = 1, .to = \"paid\"};").status != 0);
  CHECK(embedder.compile("const auto floating = advance{.to = \"paid\", .from = 1.5};").status != 0);
}

TEST_CASE("the text in the program is the text in the file, to the byte") {
  const Embedder embedder;
  REQUIRE(embedder.embed("queries " + embedder.write("orders.sql", orders)).status == 0);
  const Ran same = embedder.compile(
      "static_assert(std::string_view(advance::sql.text) == "
      "\"UPDATE t SET a = :to, b = ')sql\\\"' WHERE a = :from;\" && advance::sql.why == \"Why.\");");
  CHECK_MESSAGE(same.status == 0, same.output);
}

TEST_CASE("files of any language are carried by the program to the byte, under their own names") {
  const TempFolder folder;
  const std::string script = folder.write("a.js", "const a = `)sql\" \\n 中文`;\n").string();
  const std::string style = folder.write("b.css", "").string();
  const std::string header = (folder / "out/texts.hpp").string();
  const std::string line = PAYONCE_EMBED_TEXTS " " + header + " payonce::tried " + script + " " + style;
  REQUIRE(run(line).status == 0);
  const auto written = std::filesystem::last_write_time(header);
  const std::string use =
      folder
          .write(
              "use.cpp",
              "#include \"out/texts.hpp\"\nusing namespace payonce::tried;\n"
              "static_assert(all_assets.size() == 2 && all_assets[0].name == \"a.js\" && all_assets[1].text.empty());\n"
              "static_assert(all_assets[0].text == \"const a = `)sql\\\" \\\\n 中文`;\\n\");\n")
          .string();
  const Ran same = run(PAYONCE_COMPILER " -std=c++20 -fsyntax-only -I " + folder.path().string() + " " + use);
  CHECK_MESSAGE(same.status == 0, same.output);
  REQUIRE(run(line).status == 0);
  CHECK(std::filesystem::last_write_time(header) == written);
  CHECK(run(line + " " + folder.write("c.js", "a\r\n").string()).status == 1);
  CHECK(run(PAYONCE_EMBED_TEXTS).status == 64);
}
