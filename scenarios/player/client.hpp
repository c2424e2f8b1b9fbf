#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "scenarios/player/response.hpp"
#include "scenarios/player/stage.hpp"
#include "scenarios/player/wrong.hpp"
#include "scenarios/script/story.hpp"

namespace payonce::player {

/// What a client of the ledger remembers: the first answer to each of its keys, and every voucher it was told of. It notices
/// when it is told something else later, which no law of the book can see.
class Client {
 public:
  /// Something is wrong where a replay is not the first answer byte for byte, or an answer speaks of storage.
  [[nodiscard]] std::optional<Wrong> hear(const script::Step& step, const Response& response);
  /// At the end: every voucher it was told of stands in the book.
  [[nodiscard]] std::optional<Wrong> look_back(Hands& hands, const script::Step& last);
  /// By layer: how often it stopped a repeat, a late message, or money that is not there.
  [[nodiscard]] const std::map<std::string, std::int64_t>& stops() const { return stops_; }

 private:
  std::map<std::pair<std::string, std::string>, std::string> first_answers_;  // by tenant and key
  std::set<std::string> vouchers_;
  std::map<std::string, std::int64_t> stops_;
};

}  // namespace payonce::player
