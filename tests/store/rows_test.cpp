// Binding and reading: what goes in comes out, and nothing is converted in silence.

#include <doctest/doctest.h>

#include <limits>
#include <vector>

#include "ledger/values/invariant.hpp"
#include "tests/store/notebook.hpp"
#include "tests/support/temp_folder.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

struct keep_note {
  Bound words;
  Bound picture;
  static constexpr Sql sql{10, "test.keep_note", "", "INSERT INTO note (words, picture) VALUES (:words, :picture)"};
  template <class Binder>
  void bind(Binder&& binder) const {
    binder(1, words);
    binder(2, picture);
  }
};

struct echo {
  Bound value;
  static constexpr Sql sql{11, "test.echo", "", "SELECT :value, typeof(:value)"};
  template <class Binder>
  void bind(Binder&& binder) const {
    binder(1, value);
  }
};

struct numbers {
  static constexpr Sql sql{12, "test.numbers", "", "SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3"};
  template <class Binder>
  void bind(Binder&&) const {}
};

struct same_number_as_echo {
  static constexpr Sql sql{11, "test.other", "", "SELECT 2"};
  template <class Binder>
  void bind(Binder&&) const {}
};

std::string type_of(View& view, const Bound& value) {
  std::string type;
  CHECK(view.one(echo{.value = value}, [&](const Row& row) { type = row.text(1); }));
  return type;
}

}  // namespace

TEST_CASE("each kind of value is bound as itself") {
  TempFolder folder;
  Store store = create_notebook(folder / "a.db");
  store.reading([](View& view) {
    CHECK(type_of(view, std::nullopt) == "null");
    CHECK(type_of(view, 7) == "integer");
    CHECK(type_of(view, std::int64_t{7}) == "integer");
    CHECK(type_of(view, "7") == "text");
    CHECK(type_of(view, std::string_view()) == "text");
    CHECK(type_of(view, std::span<const std::uint8_t>()) == "blob");
    CHECK(type_of(view, std::optional<std::int64_t>()) == "null");
    CHECK(type_of(view, std::optional<std::int64_t>(0)) == "integer");
    for (const std::int64_t edge :
         {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
      CHECK(view.one(echo{.value = edge}, [&](const Row& row) { CHECK(row.integer(0) == edge); }));
    }
    const std::string zeros("a\0b", 3);
    CHECK(view.one(echo{.value = zeros}, [&](const Row& row) { CHECK(row.text(0) == zeros); }));
    // The view is of a longer text: the length is taken from the view and not from a zero behind it.
    CHECK(view.one(echo{.value = std::string_view("abcdef").substr(0, 3)},
                   [](const Row& row) { CHECK(row.text(0) == "abc"); }));
  });
}

TEST_CASE("a column of another type is our mistake, never a silent zero") {
  TempFolder folder;
  Store store = create_notebook(folder / "a.db");
  const auto row_of = [&](const char* query, const std::function<void(const Row&)>& take) {
    store.reading([&](View& view) { view.each_of(query, take); });
  };
  for (const char* query : {"SELECT NULL", "SELECT 'x'", "SELECT 1.5", "SELECT x'00'"}) {
    CAPTURE(query);
    CHECK_THROWS_AS(row_of(query, [](const Row& row) { (void)row.integer(0); }), Broken);
  }
  for (const char* query : {"SELECT NULL", "SELECT 1", "SELECT 1.5", "SELECT x'00'"}) {
    CAPTURE(query);
    CHECK_THROWS_AS(row_of(query, [](const Row& row) { (void)row.text(0); }), Broken);
  }
  CHECK_THROWS_AS(row_of("SELECT 'x'", [](const Row& row) { (void)row.bytes(0); }), Broken);
  CHECK_THROWS_AS(row_of("SELECT 'x'", [](const Row& row) { (void)row.maybe_integer(0); }), Broken);
  CHECK_THROWS_AS(row_of("SELECT 1", [](const Row& row) { (void)row.is_null(1); }), Broken);
  row_of("SELECT NULL, 1, 'x', x'0aff', 1.5", [](const Row& row) {
    CHECK(row.columns() == 5);
    CHECK_FALSE(row.maybe_integer(0).has_value());
    CHECK_FALSE(row.maybe_text(0).has_value());
    CHECK(row.maybe_integer(1) == 1);
    CHECK(row.maybe_text(2) == "x");
    CHECK(row.shown(0) == "");
    CHECK(row.shown(1) == "1");
    CHECK(row.shown(3) == "0aff");
    CHECK(row.shown(4) == "1.5");
  });
}

TEST_CASE("bytes come back as they went in") {
  TempFolder folder;
  Store store = create_notebook(folder / "a.db");
  const std::array<std::uint8_t, 4> picture{0, 255, 0, 1};
  store.atomically([&](Tx& tx) { tx.change(keep_note{.words = "with a picture", .picture = picture}); });
  std::vector<std::uint8_t> back;
  store.reading([&](View& view) {
    view.each_of("SELECT picture FROM note",
                 [&](const Row& row) { back.assign(row.bytes(0).begin(), row.bytes(0).end()); });
  });
  CHECK(back == std::vector<std::uint8_t>(picture.begin(), picture.end()));
}

TEST_CASE("a statement is ready again after an early end, an exception and a failure") {
  TempFolder folder;
  Store store = create_notebook(folder / "a.db");
  for (int round = 0; round < 2; ++round) {
    store.reading([](View& view) { CHECK(view.one(numbers{}, [](const Row& row) { CHECK(row.integer(0) == 1); })); });
    CHECK_THROWS_AS(store.reading([](View& view) { view.each(numbers{}, [](const Row&) { throw 1; }); }), int);
    // Nothing left open keeps an old moment alive: a write begins at once.
    store.atomically([&](Tx& tx) { tx.change(write_count{.count = round}); });
    CHECK_THROWS_AS(store.atomically([](Tx& tx) { tx.change(write_note{.words = std::nullopt}); }), StorageTrouble);
    std::int64_t sum = 0;
    store.reading([&](View& view) { view.each(numbers{}, [&](const Row& row) { sum += row.integer(0); }); });
    CHECK(sum == 6);
  }
}

TEST_CASE("a statement does not run inside its own rows, and two statements do not share a number") {
  TempFolder folder;
  Store store = create_notebook(folder / "a.db");
  store.reading([](View& view) {
    view.each(numbers{}, [&](const Row&) {
      CHECK_THROWS_AS(view.each(numbers{}, [](const Row&) {}), Broken);
      CHECK(view.one(echo{.value = 1}, [](const Row&) {}));
    });
    CHECK_THROWS_AS((void)view.one(same_number_as_echo{}, [](const Row&) {}), Broken);
  });
}

TEST_CASE("text known at run time is one statement without parameters") {
  TempFolder folder;
  Store store = create_notebook(folder / "a.db");
  const auto run = [&](const char* text) {
    int rows = 0;
    store.reading([&](View& view) { view.each_of(text, [&](const Row&) { ++rows; }); });
    return rows;
  };
  CHECK(run("SELECT 1;\n-- and a remark\n") == 1);
  CHECK_THROWS_AS(run("SELECT 1; SELECT 2"), Broken);
  CHECK_THROWS_AS(run("SELECT :forgotten"), Broken);
  CHECK_THROWS_AS(run(""), Broken);
  CHECK_THROWS_AS(run("SELECT nonsense FROM nowhere"), StorageTrouble);
  CHECK_THROWS_AS(run("SELECT \"a word in double quotes is no text\""), StorageTrouble);
}
