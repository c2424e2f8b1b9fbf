#include "scenarios/player/response.hpp"

#include <charconv>

#include "ledger/values/outcome.hpp"

namespace payonce::player {
namespace {

/// A field as its length and its bytes, so that nothing in it needs escaping.
void put(std::string& out, std::string_view field) {
  out += std::to_string(field.size());
  out += ':';
  out += field;
}
void put(std::string& out, std::int64_t number) { put(out, std::string_view(std::to_string(number))); }

class Fields {
 public:
  explicit Fields(std::string_view bytes) : rest_(bytes) {}

  std::string_view text() {
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), length);
    const auto digits = static_cast<std::size_t>(end - rest_.data());
    good_ = good_ && error == std::errc{} && digits < rest_.size() && rest_[digits] == ':' &&
            length <= rest_.size() - digits - 1;
    if (!good_) return {};
    const std::string_view field = rest_.substr(digits + 1, length);
    rest_.remove_prefix(digits + 1 + length);
    return field;
  }
  std::int64_t number() {
    const std::string_view field = text();
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    good_ = good_ && error == std::errc{} && end == field.data() + field.size();
    return value;
  }
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool whole() const { return good_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool good_ = true;
};

}  // namespace

Response answered(const Reply& reply) {
  Response made;
  made.kind = Response::Kind::answered;
  made.outcome = name(reply.outcome);
  made.by = name(reply.answered_by);
  made.replayed = reply.replayed;
  made.answer = reply.answer;
  made.trace = reply.trace;
  return made;
}

Response handled(std::int64_t count) {
  Response made;
  made.kind = Response::Kind::handled;
  made.handled = count;
  return made;
}

Response refused(const Fault& fault) {
  Response made;
  made.kind = Response::Kind::refused;
  made.why = {fault.field + " " + fault.why.en, fault.field + " " + fault.why.zh};
  return made;
}

Response failed(std::string_view why) {
  Response made;
  made.why = {std::string(why), std::string(why)};
  return made;
}

std::string voucher_in(const Response& response) {
  constexpr std::string_view member = "\"voucher\":\"";
  const std::size_t at = response.answer.find(member);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + member.size();
  return response.answer.substr(begin, response.answer.find('"', begin) - begin);
}

int exit_status_of(const Response& response) {
  if (response.kind == Response::Kind::refused) return 64;
  if (response.kind == Response::Kind::handled) return 0;
  if (response.outcome == "open") return 1;
  if (response.outcome == "cannot_say") return 2;
  const auto outcome = outcome_named(response.outcome);
  if (!outcome && response.by == name(Layer::reconciliation)) return 0;
  return outcome ? exit_code(*outcome) : 70;
}

std::string spelled(const Response& response) {
  switch (response.kind) {
    case Response::Kind::answered:
      return response.outcome + " by " + response.by + (response.replayed ? " replayed" : "");
    case Response::Kind::handled: return std::to_string(response.handled);
    case Response::Kind::refused: return "exit=64 (" + response.why.en + ")";
    case Response::Kind::killed: return "killed";
    case Response::Kind::stalled: return "stalled";
    case Response::Kind::failed: break;
  }
  return "failed (" + response.why.en + ")";
}

std::string packed(const Response& response) {
  std::string out;
  put(out, static_cast<std::int64_t>(response.kind));
  put(out, std::string_view(response.outcome));
  put(out, std::string_view(response.by));
  put(out, std::int64_t{response.replayed ? 1 : 0});
  put(out, std::string_view(response.answer));
  put(out, response.handled);
  put(out, std::string_view(response.why.en));
  put(out, std::string_view(response.why.zh));
  put(out, static_cast<std::int64_t>(response.trace.size()));
  for (const TraceLine& line : response.trace) {
    put(out, static_cast<std::int64_t>(line.layer));
    put(out, static_cast<std::int64_t>(line.finding));
    put(out, line.number);
  }
  return out;
}

std::optional<Response> unpacked(std::string_view bytes) {
  Fields fields(bytes);
  Response made;
  made.kind = static_cast<Response::Kind>(fields.number());
  made.outcome = fields.text();
  made.by = fields.text();
  made.replayed = fields.number() != 0;
  made.answer = fields.text();
  made.handled = fields.number();
  made.why.en = fields.text();
  made.why.zh = fields.text();
  for (std::int64_t lines = fields.number(); fields.good() && lines > 0; --lines) {
    TraceLine line{};
    line.layer = static_cast<Layer>(fields.number());
    line.finding = static_cast<Finding>(fields.number());
    line.number = fields.number();
    made.trace.push_back(line);
  }
  if (!fields.whole()) return std::nullopt;
  return made;
}

}  // namespace payonce::player
