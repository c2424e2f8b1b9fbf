#pragma once

#include <vector>

#include <optional>
#include <span>
#include <string_view>

#include "ledger/values/request.hpp"

namespace payonce {

/// What a verb that books beside payments takes, as data: the command line, JSON requests and the judging of a request read it.
/// Lists are parted by blanks and hold the names of JSON members.
struct BookVerb {
  Verb verb;
  std::string_view target;  // what it is about: channel, order, account, voucher, or ref
  std::string_view needs;
  std::string_view takes;
  std::string_view hows{};  // the words `how` may be
};

[[nodiscard]] std::span<const BookVerb> all_book_verbs();
/// Null for pay, refund and what else is no such verb.
[[nodiscard]] const BookVerb* book_verb(Verb verb);
/// Whether a word stands in a list parted by blanks.
[[nodiscard]] bool listed_in(std::string_view list, std::string_view word);
/// What is wrong with a request of such a verb.
[[nodiscard]] std::optional<Fault> fault_in_booking(const Request& request, const BookVerb& rule);

/// Every money command: those of payments and accounts, then those beside them.
[[nodiscard]] const std::vector<Verb>& all_verbs();

}  // namespace payonce
