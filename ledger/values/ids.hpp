#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "ledger/values/result.hpp"

namespace payonce {

/// A name given from outside: 1 to 64 of A-Z a-z 0-9 _ -, byte-exact. No dot, so that a business key (`ord_42.pay.1`)
/// can be told apart from the ids in it. Each kind is a type of its own and cannot be mixed up with another.
template <class Kind>
class Id {
 public:
  [[nodiscard]] static Result<Id> parse(std::string_view field, std::string_view text);
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  friend bool operator==(const Id&, const Id&) = default;

 private:
  explicit Id(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

using OrderId = Id<struct OrderKind>;
using AccountId = Id<struct AccountKind>;
using ChannelId = Id<struct ChannelKind>;
using Sku = Id<struct SkuKind>;            // one thing that is sold
using CouponCode = Id<struct CouponKind>;  // as a buyer types it
using Tenant = Id<struct TenantKind>;
/// A lease lock, and who holds it.
using LeaseName = Id<struct LeaseKind>;
using LeaseOwner = Id<struct LeaseOwnerKind>;

/// A client's or provider's own number for a fact (a top-up, a refund): as Id, but dots, colons and slashes are allowed
/// and up to 128 characters.
class Reference {
 public:
  [[nodiscard]] static Result<Reference> parse(std::string_view field, std::string_view text);
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  friend bool operator==(const Reference&, const Reference&) = default;

 private:
  explicit Reference(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

/// A one-time token as its holder has it: "tok_" and 32 of 0-9 a-f, 16 bytes nobody can guess. The ledger keeps its digest alone.
class TokenText {
 public:
  [[nodiscard]] static Result<TokenText> parse(std::string_view field, std::string_view text);
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  friend bool operator==(const TokenText&, const TokenText&) = default;

 private:
  explicit TokenText(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

/// idempotency.md R1, R2: `min_bytes`..255 bytes of 0x21-0x7E, case-sensitive and byte-exact. A value that starts with a
/// double quote is read strictly as a Structured-Field String (escapes \" and \\ only, 0x20-0x7E, nothing behind the closing
/// quote; spaces inside quotes are kept, but a key of spaces alone is refused); any other value is taken bare and must not
/// hold comma, double quote or semicolon. Both forms of one key are the same key.
class IdempotencyKey {
 public:
  [[nodiscard]] static Result<IdempotencyKey> parse(std::string_view field, std::string_view text,
                                                    std::size_t min_bytes);
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  friend bool operator==(const IdempotencyKey&, const IdempotencyKey&) = default;

 private:
  explicit IdempotencyKey(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

}  // namespace payonce
