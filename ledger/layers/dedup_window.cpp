#include "ledger/layers/dedup_window.hpp"

#include <algorithm>

#include "ledger/values/invariant.hpp"
#include "schema/queries/dedup_window.hpp"

namespace payonce::dedup_window {
namespace {

constexpr Layer me = Layer::dedup_window;

std::string by_key(const Request& request) { return "key." + request.tenant.text() + "." + request.key.text(); }

std::string by_content(const Request& request) {
  std::string content = std::string(name(request.verb)) + "." + request.target;
  if (request.counterpart) content += "." + request.counterpart->text();
  if (request.amount) content += "." + request.amount->text();
  return content;
}

/// An entry made "later" than now was made before the clock was set back: it would hold for who knows how long.
bool alive(const WindowStore::Held& held, std::int64_t now_ns) {
  return held.admitted_at_ns <= now_ns && now_ns < held.expires_at_ns;
}

}  // namespace

std::string intent_of(const Request& request, WindowBy by) {
  switch (by) {
    case WindowBy::intent:
      // A capture may honestly be asked for twice; what pays the order, in one step or by a hold, may not.
      if (request.verb == Verb::pay || request.verb == Verb::authorise) return request.target + ".pay";
      break;
    case WindowBy::content: return by_content(request);
    case WindowBy::key: break;
  }
  return by_key(request);
}

Verdict gate(Tx& tx, Passage& pay) {
  pay.world.step(Step::window_gate);
  if (!pay.settings.on(me)) return not_asked(pay, me);
  if (pay.resumed) return Verdict::pass();  // it was admitted when it began, and its money may have moved since
  const auto held = pay.window.holder(tx, pay.intent);
  if (!held || !alive(*held, pay.now_ns)) {
    pay.note(me, Finding::window_admitted);
    return Verdict::pass();
  }
  if (held->owner == pay.key_hash && !pay.settings.window_before_key) {
    pay.note(me, Finding::window_own);
    return Verdict::pass();
  }
  const std::int64_t left_ms = (held->expires_at_ns - pay.now_ns + 999'999) / 1'000'000;
  pay.note(me, Finding::window_held, left_ms);
  pay.answer.retry_after_ms = left_ms;
  return pay.say(me, Outcome::later, "same_intent_admitted");
}

void enter(Tx& tx, Passage& pay) {
  if (!pay.settings.keeps(me)) return;
  pay.window.admit(tx, pay.intent, pay.key_hash, pay.now_ns, pay.now_ns + pay.settings.window.ns);
}

void release(Tx& tx, Passage& pay) {
  if (!pay.settings.keeps(me) || pay.intent.empty()) return;
  pay.window.release(tx, pay.intent, pay.key_hash);
}

std::optional<WindowStore::Held> FileWindow::holder(View& view, std::string_view intent) {
  std::optional<Held> held;
  (void)view.one(sql::dedup_window::holder{.intent = intent}, [&](const Row& row) {
    Held& found = held.emplace(Held{.owner = {}, .admitted_at_ns = row.integer(1), .expires_at_ns = row.integer(2)});
    const auto owner = row.bytes(0);
    invariant(owner.size() == found.owner.size(), "the owner of a window entry has 16 bytes");
    std::copy(owner.begin(), owner.end(), found.owner.begin());
  });
  return held;
}

void FileWindow::admit(Tx& tx, std::string_view intent, const KeyHash& owner, std::int64_t now_ns,
                       std::int64_t expires_at_ns) {
  (void)tx.change(
      sql::dedup_window::admit{.intent = intent, .owner = owner, .now_ns = now_ns, .expires_at_ns = expires_at_ns});
}

void FileWindow::release(Tx& tx, std::string_view intent, const KeyHash& owner) {
  (void)tx.change(sql::dedup_window::release{.intent = intent, .owner = owner});
}

std::optional<WindowStore::Held> MemoryWindow::holder(View&, std::string_view intent) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(intent);
  if (found == entries_.end()) return std::nullopt;
  return found->second;
}

void MemoryWindow::admit(Tx&, std::string_view intent, const KeyHash& owner, std::int64_t now_ns,
                         std::int64_t expires_at_ns) {
  const std::lock_guard lock(mutex_);
  const Held held{.owner = owner, .admitted_at_ns = now_ns, .expires_at_ns = expires_at_ns};
  if (const auto found = entries_.find(intent); found != entries_.end()) {
    found->second = held;
    return;
  }
  if (entries_.size() >= capacity_) make_room(now_ns);
  entries_.emplace(std::string(intent), held);
}

void MemoryWindow::release(Tx&, std::string_view intent, const KeyHash& owner) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(intent);
  if (found != entries_.end() && found->second.owner == owner) entries_.erase(found);
}

std::size_t MemoryWindow::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

void MemoryWindow::make_room(std::int64_t now_ns) {
  std::erase_if(entries_, [&](const auto& entry) { return !alive(entry.second, now_ns); });
  if (entries_.size() < capacity_) return;
  // Half of it goes, so that the walk is paid for by as many admissions as it removes entries.
  std::vector<std::int64_t> ages;
  ages.reserve(entries_.size());
  for (const auto& [intent, held] : entries_) ages.push_back(held.admitted_at_ns);
  const auto middle = ages.begin() + static_cast<std::ptrdiff_t>(ages.size() / 2);
  std::nth_element(ages.begin(), middle, ages.end());
  const std::int64_t oldest_kept = *middle;
  std::erase_if(entries_, [&](const auto& entry) { return entry.second.admitted_at_ns <= oldest_kept; });
}

}  // namespace payonce::dedup_window
