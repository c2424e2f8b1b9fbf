#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace payonce {

/// SHA-256 and HMAC-SHA-256, by OpenSSL's libcrypto behind this one header (product.md decision 15).
using Digest = std::array<std::uint8_t, 32>;

/// Collects bytes so that no two different lists of parts give the same digest: each part is written as its length
/// (8 bytes, little endian) and its bytes, each number as 8 bytes little endian. No separators, no text of numbers.
class Parts {
 public:
  Parts& text(std::string_view part);
  Parts& number(std::int64_t part);
  [[nodiscard]] std::string_view bytes() const { return bytes_; }
  void clear() { bytes_.clear(); }

 private:
  std::string bytes_;
};

[[nodiscard]] Digest sha256(std::string_view bytes);

/// A keyed digest, set up once for its secret. Not for two threads at once.
class Mac {
 public:
  explicit Mac(std::string_view secret);
  Mac(Mac&&) noexcept;
  Mac& operator=(Mac&&) noexcept;
  ~Mac();
  [[nodiscard]] Digest of(std::string_view bytes);

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

[[nodiscard]] std::string hex(std::span<const std::uint8_t> bytes);

}  // namespace payonce
