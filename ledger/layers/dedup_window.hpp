#pragma once

#include <map>
#include <mutex>
#include <string>

#include "ledger/layer.hpp"
#include "ledger/store/store.hpp"

/// Second layer. For a short while after an intent was admitted, the same intent under another key is told to come later.
/// Stops: the second click that made a key of its own, before it costs anything.
/// Lets through: whatever comes after the window, and the same key again. It may say "later", never "done"; losing every entry
/// changes no outcome (idempotency.md R28). Source: article A, the gateway layer.
namespace payonce::dedup_window {

/// What the window tells again for this request, by Settings::window_by.
[[nodiscard]] std::string intent_of(const Request& request, WindowBy by);

/// Another key was admitted for this intent a moment ago: later. Reads only.
Verdict gate(Tx& tx, Passage& pay);
/// This key is admitted now. Written with the effect or with the claim, so that a crash leaves no entry of its own.
void enter(Tx& tx, Passage& pay);
/// This key came to nothing: the next one need not wait.
void release(Tx& tx, Passage& pay);

/// Entries in the ledger's own file, shared by all processes.
class FileWindow : public WindowStore {
 public:
  std::optional<Held> holder(View& view, std::string_view intent) override;
  void admit(Tx& tx, std::string_view intent, const KeyHash& owner, std::int64_t now_ns,
             std::int64_t expires_at_ns) override;
  void release(Tx& tx, std::string_view intent, const KeyHash& owner) override;
};

/// Entries in the memory of one process, gone with it. Any number of threads and ledgers' connections may share it.
/// Holds at most `capacity` entries: the expired go first, then the oldest (losing one changes no outcome).
class MemoryWindow : public WindowStore {
 public:
  explicit MemoryWindow(std::size_t capacity = 65536) : capacity_(capacity) {}
  std::optional<Held> holder(View& view, std::string_view intent) override;
  void admit(Tx& tx, std::string_view intent, const KeyHash& owner, std::int64_t now_ns,
             std::int64_t expires_at_ns) override;
  void release(Tx& tx, std::string_view intent, const KeyHash& owner) override;
  [[nodiscard]] std::size_t size() const;

 private:
  void make_room(std::int64_t now_ns);

  const std::size_t capacity_;
  mutable std::mutex mutex_;
  std::map<std::string, Held, std::less<>> entries_;
};

}  // namespace payonce::dedup_window
