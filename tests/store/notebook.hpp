#pragma once

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "ledger/store/store.hpp"

/// The smallest schema that shows what store promises: numbered notes, a counter, and a child that needs its parent at commit.
/// The statements are written by hand in the shape in which schema/embed writes them.
namespace payonce::test {

inline constexpr std::array notebook_steps{
    Migration{1, "notes",
              "CREATE TABLE note (note_id INTEGER PRIMARY KEY, words TEXT NOT NULL UNIQUE, picture BLOB) STRICT;"
              "CREATE TABLE counter (counter_id INTEGER PRIMARY KEY, count INTEGER NOT NULL) STRICT;"
              "INSERT INTO counter VALUES (1, 0);"},
    Migration{2, "remarks",
              "CREATE TABLE remark (remark_id INTEGER PRIMARY KEY,"
              " note_id INTEGER NOT NULL REFERENCES note (note_id) DEFERRABLE INITIALLY DEFERRED) STRICT;"},
};

inline constexpr std::int32_t notebook_id = 0x706e7465;

inline FileKind notebook(std::size_t steps = notebook_steps.size()) {
  return {notebook_id, std::span<const Migration>(notebook_steps).first(steps), {"a notebook", "笔记本"}};
}

inline constexpr Store::Options quick{.busy_wait = seconds(20), .durable = false};

inline Store create_notebook(const std::filesystem::path& path, const Store::Options& options = quick) {
  auto made = Store::create(path, notebook(), options);
  if (!made) FAIL(made.error().why.en);
  return std::move(made).value();
}

inline Result<Store> try_notebook(const std::filesystem::path& path, const Store::Options& options = quick) {
  const FileKind kind = notebook();
  return Store::open(path, std::span<const FileKind>(&kind, 1), options);
}

inline Store open_notebook(const std::filesystem::path& path, const Store::Options& options = quick) {
  auto opened = try_notebook(path, options);
  if (!opened) FAIL(opened.error().why.en);
  return std::move(opened).value();
}

struct write_note {
  Bound words;
  static constexpr Sql sql{0, "test.write_note", "", "INSERT INTO note (words) VALUES (:words)"};
  template <class Binder>
  void bind(Binder&& binder) const {
    binder(1, words);
  }
};

struct read_count {
  static constexpr Sql sql{1, "test.read_count", "", "SELECT count FROM counter WHERE counter_id = 1"};
  template <class Binder>
  void bind(Binder&&) const {}
};

struct write_count {
  Bound count;
  static constexpr Sql sql{2, "test.write_count", "", "UPDATE counter SET count = :count WHERE counter_id = 1"};
  template <class Binder>
  void bind(Binder&& binder) const {
    binder(1, count);
  }
};

struct write_remark {
  Bound note_id;
  static constexpr Sql sql{3, "test.write_remark", "", "INSERT INTO remark (note_id) VALUES (:note_id)"};
  template <class Binder>
  void bind(Binder&& binder) const {
    binder(1, note_id);
  }
};

inline std::int64_t number_of(View& view, const std::string& query) {
  std::int64_t number = -1;
  view.each_of(query, [&](const Row& row) { number = row.integer(0); });
  return number;
}

inline std::int64_t notes_in(Store& store) {
  return store.reading([](View& view) { return number_of(view, "SELECT count(*) FROM note"); });
}

inline std::int64_t count_in(Store& store) {
  return store.reading([](View& view) { return number_of(view, "SELECT count FROM counter"); });
}

}  // namespace payonce::test
