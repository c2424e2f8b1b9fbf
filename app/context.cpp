#include "app/context.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "app/channel_book.hpp"
#include "ledger/clock.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/wide.hpp"

namespace payonce {

namespace {

[[noreturn]] void nobodys_clock(std::int64_t wall_ns) {
  throw Problem(ExitStatus::refused,
                {"clock",
                 {"stands at " + iso_time(wall_ns) + ", and nothing was changed: it must be set right first",
                  "本机时钟为 " + iso_time(wall_ns) + "，未做任何改动：请先校正"}});
}

}  // namespace

Context::Context(Globals globals, bool reads)
    : globals_(std::move(globals)),
      painter_(colour_on(globals_.colour, STDOUT_FILENO)),
      world_(real_world()),
      reads_(reads) {}

Ledger& Context::ledger() {
  if (!ledger_) {
    if (!reads_ && !clock_in_range(world_.wall_ns())) nobodys_clock(world_.wall_ns());
    Result<Ledger> found = reads_ ? Ledger::open(globals_.db, {.if_locked = IfLocked::read}, Ledger::Rules::may_lack)
                                  : Ledger::open(globals_.db, {.if_locked = IfLocked::refuse});
    if (!found) {
      Fault fault = found.error();
      // Where init would make one: the folder is there, and nothing stands at the place, not even a link to nowhere.
      std::error_code ignored;
      const std::filesystem::path place = std::filesystem::absolute(globals_.db, ignored);
      const bool free = std::filesystem::symlink_status(place, ignored).type() == std::filesystem::file_type::not_found;
      if (free && std::filesystem::is_directory(place.parent_path(), ignored)) {
        fault.why.en += "; payonce init makes one, --db names another";
        fault.why.zh += "；可用 payonce init 新建，或用 --db 指定";
      }
      throw Problem(ExitStatus::storage, std::move(fault));
    }
    ledger_.emplace(std::move(found).value());
    if (reads_ && !ledger_->rules_stand()) {
      note({"this file has lost rules that a ledger is kept by: what it says may have been altered (payonce verify)",
            "此文件缺少账本赖以约束的规则：所示内容可能已被改动（payonce verify）"});
    }
  }
  return *ledger_;
}

Engine& Context::engine() {
  if (!engine_) {
    believe_clock();
    engine_.emplace(ledger(), world_, [this](const std::string& name) -> Channel* { return acquirer(name); });
  }
  return *engine_;
}

void Context::believe_clock() {
  const ClockCheck check = ledger().store().reading(
      [&](View& view) { return check_clock(view, world_, ledger().settings(), ledger().laboratory()); });
  if (check.says == ClockSays::out_of_range) nobodys_clock(check.wall_ns);
  if (check.says != ClockSays::ahead) return;
  const std::string now = iso_time(check.wall_ns);
  const std::string last = iso_time(check.last_ns);
  throw Problem(ExitStatus::refused,
                {"clock",
                 {"stands at " + now + ", and the last thing done in this file is of " + last +
                      "; nothing was changed. If it is right: payonce clock --accept --reason TEXT",
                  "本机时钟为 " + now + "，而此账本最后一次操作在 " + last +
                      "；未做任何改动。若时钟无误：payonce clock --accept --reason TEXT"}});
}

std::filesystem::path Context::place_of(const std::string& place) {
  // The folder where the file itself lies, wherever a link to it may lie: by every name it has the same channels.
  std::error_code failed;
  const std::filesystem::path given = ledger().store().path();
  const std::filesystem::path real = std::filesystem::canonical(given, failed);
  return (failed ? std::filesystem::absolute(given, failed) : real).parent_path() / place;
}

Acquirer* Context::acquirer(const std::string& channel) {
  const auto [entry, is_new] = acquirers_.try_emplace(channel);
  if (!is_new) return entry->second.get();
  const auto row = ledger().store().reading([&](View& view) { return find_channel(view, channel); });
  if (!row) return nullptr;
  Result<Acquirer> found = open_channel_book(place_of(row->place), world_);
  if (!found) {
    const Text& why = found.error().why;
    note({"channel: " + channel + " cannot be reached: " + why.en, "channel：无法访问渠道 " + channel + "：" + why.zh});
    return nullptr;
  }
  entry->second = std::make_unique<Acquirer>(std::move(found).value());
  return entry->second.get();
}

void Context::crash_at(std::string_view spec) {
  const std::size_t colon = spec.find(':');
  const auto step = step_named(spec.substr(0, colon));
  if (!step)
    throw Problem(ExitStatus::usage,
                  {"crash-at", {"is no named step, as key.claim", "不是已命名的步骤，例如 key.claim"}});
  std::int64_t nth = 1;
  if (colon != std::string_view::npos) nth = taken(parse_count("crash-at", spec.substr(colon + 1), 1));
  if (!ledger().laboratory()) {
    throw Problem(ExitStatus::usage,
                  {"crash-at", {"is for laboratory files alone (init --lab)", "只能用于实验账本（init --lab）"}});
  }
  world_.kill_at(*step, nth);
}

void Context::print(std::string_view text) const { (void)std::fwrite(text.data(), 1, text.size(), stdout); }

void Context::note(const Text& text) const {
  // What is told may have lines of its own; nothing else in it may steer a terminal.
  const std::string all = said(text);
  std::string shown = "payonce: ";
  for (std::size_t at = 0; at <= all.size();) {
    const std::size_t end = std::min(all.find('\n', at), all.size());
    shown += printable(std::string_view(all).substr(at, end - at)) + "\n";
    at = end + 1;
  }
  (void)std::fwrite(shown.data(), 1, shown.size(), stderr);
}

}  // namespace payonce
