#include "app/request_lines.hpp"

#include <string>
#include <utility>

#include "ledger/wire/json_reader.hpp"

namespace payonce {
namespace {

bool blank(const InputLine& line) { return line.text.find_first_not_of(" \t\r") == std::string::npos; }

}  // namespace

std::optional<InputLine> RequestLines::next_filled() {
  while (auto line = lines_.next()) {
    if (line->too_long || !blank(*line)) return line;
  }
  return std::nullopt;
}

std::optional<InputLine> RequestLines::spread(InputLine first) {
  InputLine whole{.number = first.number, .text = first.text + "\n"};
  held_.push_back(std::move(first));
  JsonShape shape = shape_of(whole.text);
  while (shape == JsonShape::begun && held_.size() < most_lines_of_one) {
    auto line = next_filled();
    if (!line) return std::nullopt;
    whole.text += line->text + "\n";
    held_.push_back(*std::move(line));
    shape = shape_of(whole.text);
  }
  if (shape != JsonShape::whole) return std::nullopt;
  // What follows would be garbage behind the object, so it is not asked before the end of the input has come.
  if (auto line = next_filled()) {
    held_.push_back(*std::move(line));
    return std::nullopt;
  }
  held_.clear();
  return whole;
}

std::optional<InputLine> RequestLines::next() {
  if (!begun_) {
    begun_ = true;
    auto first = next_filled();
    if (!first || first->too_long || shape_of(first->text + "\n") != JsonShape::begun) return first;
    if (auto whole = spread(*std::move(first))) return whole;
  }
  if (held_.empty()) return next_filled();
  InputLine line = std::move(held_.front());
  held_.pop_front();
  return line;
}

}  // namespace payonce
