#include "ledger/wire/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "ledger/values/wide.hpp"
#include "ledger/wire/decimal.hpp"

// The only file that knows nlohmann-json, and of it only the lexer and the order of its calls. It hands over the text of every
// number that is not an integer of 64 bits (those are exact as they are), and takes nothing for right that RFC 8259 calls wrong,
// but for two things that are looked for here: it ends at a NUL and skips a byte order mark.
namespace payonce {
namespace {

Fault in_text(std::string en, std::string zh) { return {"json", {std::move(en), std::move(zh)}}; }

Fault ends_early() { return in_text("the text ends too early", "文本不完整，提前结束"); }

/// Builds the tree and keeps the first thing that is wrong with it. What the grammar allows is read on, so that a text that is
/// wrong in both ways is told as no JSON at all.
class Builder {
 public:
  explicit Builder(std::size_t size) : size_(size) {}

  [[nodiscard]] JsonShape shape() const { return shape_; }
  [[nodiscard]] Result<JsonValue> result() && {
    if (grammar_) return *std::move(grammar_);
    if (fault_) return *std::move(fault_);
    return std::move(root_);
  }

  // The names and types of these are the library's.
  bool null() {
    begin();
    refuse({path(), {"is null; leave out what has no value", "为 null；没有值的成员请省略"}});
    return end();
  }
  bool boolean(bool truth) { return leaf(JsonValue::Kind::truth, truth ? "true" : "false"); }
  bool number_integer(std::int64_t number) { return number_of(std::to_string(number)); }
  bool number_unsigned(std::uint64_t number) { return number_of(std::to_string(number)); }
  bool number_float(double, const std::string& digits) { return number_of(digits); }
  bool string(std::string& text) { return leaf(JsonValue::Kind::text, std::move(text)); }
  bool binary(nlohmann::json::binary_t&) { return false; }  // no JSON text holds one
  bool start_object(std::size_t) { return open(JsonValue::Kind::object); }
  bool end_object() { return close(); }
  bool start_array(std::size_t) { return open(JsonValue::Kind::array); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    name_ = std::move(name);
    if (!levels_.back().names.insert(name_).second) {
      refuse({path_to(name_), {"is named twice", "重复出现"}});
    }
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) {
    constexpr int number_overflow = 406;
    if (error.id == number_overflow) {
      begin();
      grammar_ = Decimal::too_long(path());
      shape_ = JsonShape::wrong;
    } else if (position > size_) {
      grammar_ = ends_early();
      // A text that breaks off inside a line of its own may go on; in the middle of nothing, nothing is begun.
      shape_ = levels_.empty() ? JsonShape::wrong : JsonShape::begun;
    } else {
      // The library's own words are English alone and repeat what was written: only what they are about is read out of them.
      const std::string_view what = error.what();
      const bool half = what.find("surrogate") != std::string_view::npos;
      const bool bytes = what.find("UTF-8") != std::string_view::npos;
      Text why{"is no JSON", "不是 JSON"};
      if (half) why = {"is half of a surrogate pair", "代理对不成对"};
      if (bytes) why = {"is no UTF-8", "不是 UTF-8"};
      if (done_) why = {"stands behind the end of the object", "位于对象结束之后"};
      grammar_ = in_text(fmt::format("what stands at byte {} {}", position, why.en),
                         fmt::format("第 {} 个字节{}", position, why.zh));
      shape_ = JsonShape::wrong;
    }
    return false;
  }

 private:
  struct Level {
    JsonValue::Kind kind;
    JsonValue* value;  // null where the tree is not built any more, or inside an array
    std::string path;
    std::set<std::string> names{};
  };

  [[nodiscard]] std::string path_to(std::string_view name) const {
    const std::string shown = cut(printable(name), 64);  // a name from outside, of any length
    const std::string& above = levels_.back().path;
    return above.empty() ? shown : above + "." + shown;
  }
  [[nodiscard]] std::string path() const { return path_.empty() ? "json" : path_; }

  void refuse(Fault fault) {
    if (!fault_) fault_ = std::move(fault);
  }

  /// A value begins: the root, a member or an item. Gives its place in the tree.
  JsonValue* begin() {
    if (levels_.empty()) {
      path_.clear();
      return &root_;
    }
    Level& level = levels_.back();
    if (level.kind == JsonValue::Kind::array) {
      path_ = level.path;
      return nullptr;
    }
    path_ = levels_.size() > deepest_json ? level.path : path_to(name_);
    if (level.value == nullptr) return nullptr;
    level.value->members.push_back(
        {.kind = JsonValue::Kind::text, .name = std::move(name_), .text = {}, .members = {}});
    return &level.value->members.back();
  }
  bool end() {
    done_ = levels_.empty();
    return true;
  }

  bool leaf(JsonValue::Kind kind, std::string text) {
    JsonValue* const value = begin();
    if (levels_.empty()) refuse({"json", {"a request is a JSON object", "请求须为 JSON 对象"}});
    if (value != nullptr) {
      value->kind = kind;
      value->text = std::move(text);
    }
    return end();
  }
  bool number_of(const std::string& digits) {
    leaf(JsonValue::Kind::number, digits);
    if (const Result<Decimal> number = Decimal::parse(path(), digits); !number) refuse(number.error());
    return true;
  }

  bool open(JsonValue::Kind kind) {
    JsonValue* value = begin();
    if (levels_.empty() && kind == JsonValue::Kind::array) {
      refuse({"json", {"a request is a JSON object", "请求须为 JSON 对象"}});
    }
    if (levels_.size() == deepest_json) {
      refuse(in_text(fmt::format("is nested deeper than {} levels", deepest_json),
                     fmt::format("嵌套超过 {} 层", deepest_json)));
    }
    if (levels_.size() >= deepest_json) value = nullptr;
    if (value != nullptr) value->kind = kind;
    levels_.push_back({kind, value, path_});
    return true;
  }
  bool close() {
    levels_.pop_back();
    return end();
  }

  std::size_t size_;
  JsonValue root_;
  std::vector<Level> levels_;
  std::string name_;
  std::string path_;
  std::optional<Fault> grammar_;
  std::optional<Fault> fault_;
  JsonShape shape_ = JsonShape::whole;
  bool done_ = false;  // the root has ended
};

/// What the library would let pass, or would take too long over.
std::optional<Fault> fault_before(std::string_view json) {
  if (json.size() > longest_json) {
    return in_text(fmt::format("has {} bytes, {} are the most", json.size(), longest_json),
                   fmt::format("有 {} 个字节，最多 {} 个", json.size(), longest_json));
  }
  if (json.starts_with("\xEF\xBB\xBF")) {
    return in_text("begins with a byte order mark, which JSON does not have", "以字节顺序标记（BOM）开头，JSON 不允许");
  }
  if (const std::size_t nul = json.find('\0'); nul != std::string_view::npos) {
    return in_text(fmt::format("byte {} is a NUL", nul + 1), fmt::format("第 {} 个字节是 NUL", nul + 1));
  }
  return std::nullopt;
}

Builder built(std::string_view json) {
  Builder builder(json.size());
  (void)nlohmann::json::sax_parse(json.begin(), json.end(), &builder);
  return builder;
}

}  // namespace

const JsonValue* JsonValue::member(std::string_view member_name) const {
  const auto found =
      std::find_if(members.begin(), members.end(), [&](const JsonValue& one) { return one.name == member_name; });
  return found == members.end() ? nullptr : &*found;
}

Result<JsonValue> read_json(std::string_view json) {
  if (auto fault = fault_before(json)) return *std::move(fault);
  return built(json).result();
}

JsonShape shape_of(std::string_view json) {
  if (fault_before(json)) return JsonShape::wrong;
  return built(json).shape();
}

}  // namespace payonce
