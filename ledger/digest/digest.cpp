#include "ledger/digest/digest.hpp"

#include <openssl/evp.h>

#include <algorithm>

#include "ledger/values/invariant.hpp"

namespace payonce {
namespace {

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const noexcept { EVP_MD_CTX_free(context); }
};
using MdContext = std::unique_ptr<EVP_MD_CTX, FreeContext>;

/// Looked up once: EVP_sha256() makes OpenSSL 3 search its providers anew for every digest.
const EVP_MD* sha256_method() {
  static const EVP_MD* const method = [] {
    const EVP_MD* fetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    invariant(fetched != nullptr, "libcrypto offers SHA-256");
    return fetched;  // kept until the process ends
  }();
  return method;
}

MdContext fresh_context() {
  MdContext context(EVP_MD_CTX_new());
  invariant(context != nullptr, "a digest context can be made");
  return context;
}

void begin(EVP_MD_CTX* context) {
  invariant(EVP_DigestInit_ex2(context, sha256_method(), nullptr) == 1, "a digest can begin");
}
void take(EVP_MD_CTX* context, const void* bytes, std::size_t size) {
  invariant(EVP_DigestUpdate(context, bytes, size) == 1, "a digest takes bytes");
}
Digest finish(EVP_MD_CTX* context) {
  Digest digest{};
  unsigned size = 0;
  invariant(EVP_DigestFinal_ex(context, digest.data(), &size) == 1 && size == digest.size(),
            "a digest ends in 32 bytes");
  return digest;
}

constexpr std::size_t block_size = 64;  // of SHA-256, as HMAC pads its key to (RFC 2104)

void append_little_endian(std::string& out, std::uint64_t value) {
  std::array<char, 8> bytes{};
  for (char& byte : bytes) {
    byte = static_cast<char>(value & 0xFF);
    value >>= 8;
  }
  out.append(bytes.data(), bytes.size());
}

}  // namespace

Parts& Parts::text(std::string_view part) {
  append_little_endian(bytes_, part.size());
  bytes_ += part;
  return *this;
}

Parts& Parts::number(std::int64_t part) {
  append_little_endian(bytes_, static_cast<std::uint64_t>(part));
  return *this;
}

Digest sha256(std::string_view bytes) {
  // One context a thread, begun anew for each digest: making one costs more than hashing a short input.
  thread_local const MdContext context = fresh_context();
  begin(context.get());
  take(context.get(), bytes.data(), bytes.size());
  return finish(context.get());
}

/// HMAC by its definition (RFC 2104) over two digests that have already taken the padded key: copying their state is
/// cheaper than keying anew, and cheaper than a copied or re-begun EVP_MAC, whose parameters pass through OpenSSL's
/// providers.
struct Mac::Context {
  MdContext inner = fresh_context();
  MdContext outer = fresh_context();
  MdContext scratch = fresh_context();
};

Mac::Mac(std::string_view secret) : context_(std::make_unique<Context>()) {
  std::array<std::uint8_t, block_size> key{};
  if (secret.size() > block_size) {
    const Digest digest = sha256(secret);
    std::copy(digest.begin(), digest.end(), key.begin());
  } else {
    std::transform(secret.begin(), secret.end(), key.begin(), [](char c) { return static_cast<std::uint8_t>(c); });
  }
  const auto key_with = [&key](EVP_MD_CTX* context, std::uint8_t pad) {
    std::array<std::uint8_t, block_size> padded{};
    std::transform(key.begin(), key.end(), padded.begin(),
                   [pad](std::uint8_t byte) { return static_cast<std::uint8_t>(byte ^ pad); });
    begin(context);
    take(context, padded.data(), padded.size());
  };
  key_with(context_->inner.get(), 0x36);
  key_with(context_->outer.get(), 0x5C);
}

Mac::Mac(Mac&&) noexcept = default;
Mac& Mac::operator=(Mac&&) noexcept = default;
Mac::~Mac() = default;

Digest Mac::of(std::string_view bytes) {
  EVP_MD_CTX* const scratch = context_->scratch.get();
  invariant(EVP_MD_CTX_copy_ex(scratch, context_->inner.get()) == 1, "a keyed digest can be copied");
  take(scratch, bytes.data(), bytes.size());
  const Digest inner = finish(scratch);
  invariant(EVP_MD_CTX_copy_ex(scratch, context_->outer.get()) == 1, "a keyed digest can be copied");
  take(scratch, inner.data(), inner.size());
  return finish(scratch);
}

std::string hex(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const std::uint8_t byte : bytes) {
    text += digits[byte >> 4];
    text += digits[byte & 0x0F];
  }
  return text;
}

}  // namespace payonce
