#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "ledger/ledger.hpp"
#include "ledger/values/ids.hpp"

/// Any function of a caller's own program, made idempotent by the first layer: one key, one run, one reply, told again byte for
/// byte. The caller keeps its tables in the ledger's own file (their names begin with x_), so that the function's writes, the
/// claim and the reply are one transaction. Two files could not promise that: SQLite commits them one after the other.
/// Source: article B's interceptor, done right (laboratory.md 31, 46b); idempotency.md R13-R20.
namespace payonce {

/// One wish of a client. The key is the client's, made once for the wish and kept over its retries. A key that a program works
/// out itself must follow from everything that tells two wishes apart: one constant key makes the second honest request a
/// repeat of the first, or, where its parts differ, refuses it.
struct Wish {
  Tenant tenant;
  IdempotencyKey key;
  std::string action;              // which function: "gift-card.redeem"
  std::vector<std::string> parts;  // everything it is asked with; another list under the same key is refused
};

/// What came of a wish.
struct Done {
  enum class How {
    ran,          // now
    replayed,     // before: the first reply
    refused,      // it ended for good, now or before: the reply says why
    key_reused,   // the key was used for something else; nothing of that is told
    key_expired,  // past its retention: not run again
    reply_gone,   // it was too long to keep; not run again
    in_progress,  // somebody alive is at it
    unknown,      // a call outside has begun and nobody can say yet what became of it: ask again with the same key
  };
  How how = How::unknown;
  std::string reply{};
  std::optional<std::int64_t> retry_after_ms{};
};
[[nodiscard]] std::string_view name(Done::How how);
/// Run, now or before.
[[nodiscard]] bool succeeded(const Done& done);

/// Thrown by a caller's function, each says what an exception means; any other means what its Policy says.
struct NothingHappened : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Meaning {
  nothing_happened,  // rolled back, the claim is given back, the exception passes through: a retry runs
  refused,           // rolled back; what() is stored as the reply, and told again
  unknown,           // the claim is kept: before anything runs again, resolve is asked. The exception passes through
};

/// What became of a call outside, as far as anybody can tell.
struct Outside {
  enum class What { happened, did_not_happen, unknown };
  What what = What::unknown;
  std::string reply{};  // where it happened
};

/// A function that writes into the ledger's file and nowhere else. Runs inside the transaction: it speaks to nobody outside.
/// An exception other than the two above means nothing_happened unless `otherwise` says refused; since the transaction rolls
/// back, nobody has to wonder whether to keep or to delete a lock.
[[nodiscard]] Done idempotently(Ledger& ledger, World& world, const Wish& wish,
                                const std::function<std::string(Tx&)>& function,
                                Meaning otherwise = Meaning::nothing_happened);

/// A function that calls outside, in two transactions with none open during the call.
struct Calling {
  std::function<void(Tx&)> intend{};    // with the claim, before the call; may be empty
  std::function<std::string()> call{};  // the call, no longer than the ledger's lease; gives the reply
  std::function<Outside()> resolve{};   // asked before anything is sent again; empty: nobody can ask
  std::function<void(Tx&, const std::string&)> record{};  // with the reply; may be empty
  Meaning otherwise = Meaning::unknown;                   // of an exception that says nothing about itself
};
[[nodiscard]] Done idempotently(Ledger& ledger, World& world, const Wish& wish, const Calling& calling);

}  // namespace payonce
