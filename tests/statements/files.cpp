#include "tests/statements/files.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <sstream>

namespace payonce::test {

using namespace statements;

std::string Kept::codes() const {
  std::string all;
  for (const Broken& one : reading.broken()) all += (all.empty() ? "" : " ") + std::string(name(one.code));
  return all;
}

std::string Kept::net() const {
  REQUIRE(reading.totals().size() == 1);
  return reading.totals().front().net.text() + " " + std::string(reading.totals().front().currency.code());
}

std::string bytes_of(const std::string& name) {
  std::ifstream in(std::string(PAYONCE_SOURCE_DIR) + "/tests/statements/files/" + name, std::ios::binary);
  REQUIRE(in.is_open());
  return {std::istreambuf_iterator<char>(in), {}};
}

FieldMap shop_map() {
  std::istringstream in(bytes_of("shop.map"));
  auto map = FieldMap::parse(in);
  REQUIRE(map);
  return std::move(map).value();
}

Kept kept(const std::string& bytes, const FieldMap* map) {
  Kept kept;
  Sink sink;
  sink.line = [&](const Line& line) { kept.lines.push_back(line); };
  sink.head = [&](const Head& head) { kept.heads.push_back(head); };
  std::istringstream in(bytes);
  kept.reading = read(in, map, sink);
  return kept;
}

}  // namespace payonce::test
