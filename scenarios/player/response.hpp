#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/values/answer.hpp"
#include "ledger/values/text.hpp"

namespace payonce::player {

/// What one step of a story came to, in whichever process it was done.
struct Response {
  enum class Kind {
    answered,  // an outcome
    handled,   // recover, reap, notices: so many were taken care of
    refused,   // the command was not well formed: nothing was asked
    killed,    // the process died
    stalled,   // the process stopped at its label, and lives
    failed,    // storage trouble, or a mistake of our own: never right
  };
  Kind kind = Kind::failed;
  std::string outcome;
  std::string by;  // the layer that answers now
  bool replayed = false;
  std::string answer;  // answered: the bytes that the client gets
  std::int64_t handled = 0;
  Text why;  // refused, failed
  std::vector<TraceLine> trace;
};

[[nodiscard]] Response answered(const Reply& reply);
[[nodiscard]] Response handled(std::int64_t count);
[[nodiscard]] Response refused(const Fault& fault);
[[nodiscard]] Response failed(std::string_view why);

/// The number of the voucher that the answer names, or empty.
[[nodiscard]] std::string voucher_in(const Response& response);
/// The status that the command line ends with for this.
[[nodiscard]] int exit_status_of(const Response& response);
/// "already_paid by state_machine, replayed", as a story would spell it.
[[nodiscard]] std::string spelled(const Response& response);

/// From one process to another: bytes, and back. Nothing where they are no Response.
[[nodiscard]] std::string packed(const Response& response);
[[nodiscard]] std::optional<Response> unpacked(std::string_view bytes);

}  // namespace payonce::player
