#include "ledger/ledger.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "ledger/clock.hpp"
#include "ledger/layers/dedup_window.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/migrations.hpp"
#include "schema/profiles.hpp"
#include "schema/queries/ledger.hpp"

namespace payonce {
namespace {

std::array<FileKind, 2> kinds() {
  return {
      FileKind{ledger_application_id, ledger_migrations(), {"a payonce ledger", "payonce 账本"}},
      FileKind{laboratory_application_id, ledger_migrations(), {"a payonce laboratory ledger", "payonce 实验账本"}}};
}

std::optional<Fault> unfit(const Settings& settings, bool laboratory) {
  if (laboratory) return std::nullopt;
  if (settings.window >= settings.lease) {
    return Fault{"window",
                 {"must be shorter than the lease, or a crash leaves a window that lies",
                  "必须短于租约，否则崩溃会留下误导的去重窗口"}};
  }
  return laboratory_only(settings);
}

/// Letters and digits that cannot be mistaken for each other when read aloud.
std::string draw_id(World& world) {
  constexpr std::string_view letters = "abcdefghijkmnpqrstuvwxyz23456789";
  std::array<std::byte, 12> bytes{};
  world.random(bytes);
  std::string id;
  for (const std::byte byte : bytes) id += letters[std::to_integer<std::size_t>(byte) % letters.size()];
  return id;
}

std::string profile(std::string_view name) {
  for (const Profile& each : all_profiles()) {
    if (each.name == name) return std::string(each.text);
  }
  throw Broken("a profile that ledger.cpp names lies in schema/profiles");
}

/// The profiles of schema/profiles/ that a laboratory file with these settings has.
std::vector<std::string_view> profiles_of(const Settings& settings) {
  std::vector<std::string_view> all;
  if (!settings.on(Layer::state_machine)) all.emplace_back("without_state_machine");
  if (!settings.on(Layer::unique_constraint)) all.emplace_back("without_unique_constraint");
  if (settings.stock == Guard::naive) all.emplace_back("without_stock_guard");
  if (settings.coupon != Guard::on) all.emplace_back("without_coupon_guard");
  return all;
}

/// What is kept of a secret's digest beside it.
std::array<std::uint8_t, 8> mark_of(std::string_view secret) {
  const Digest digest = sha256(secret);
  std::array<std::uint8_t, 8> mark{};
  std::copy_n(digest.begin(), mark.size(), mark.begin());
  return mark;
}

void write_first(Tx& tx, World& world, const Ledger::Options& options) {
  std::array<std::byte, 32> secret{};
  world.random(secret);
  std::array<std::uint8_t, 32> bytes{};
  std::transform(secret.begin(), secret.end(), bytes.begin(),
                 [](std::byte b) { return std::to_integer<std::uint8_t>(b); });
  const std::string id = draw_id(world);
  (void)tx.change(
      sql::ledger::insert_meta{.ledger_id = id,
                               .secret = bytes,
                               .secret_mark = mark_of({reinterpret_cast<const char*>(bytes.data()), bytes.size()}),
                               .now_ns = world.wall_ns()});
  Settings settings = options.settings;
  // A lesson's keys are short ("k1"); a real client's are not.
  if (options.laboratory && settings.key_min_bytes == Settings{}.key_min_bytes) settings.key_min_bytes = 1;
  save_settings(tx, settings);
  for (const std::string_view each : profiles_of(settings)) tx.execute(profile(each));
}

/// Whether any rule that a profile leaves out stands in the file.
bool stands(View& view, const std::string& text) {
  bool any = false;
  constexpr std::string_view opening = " IF EXISTS ";
  for (std::size_t at = text.find(opening); at != std::string::npos; at = text.find(opening, at)) {
    at += opening.size();
    const std::string name = text.substr(at, text.find(';', at) - at);
    (void)view.one(sql::ledger::has_rule{.name = name}, [&](const Row&) { any = true; });
  }
  return any;
}

/// A newer schema may have brought back what this laboratory file was made without: its settings decide, not its age.
void leave_out_again(Store& store, const Settings& settings) {
  for (const std::string_view each : profiles_of(settings)) {
    const std::string text = profile(each);
    if (!store.reading([&](View& view) { return stands(view, text); })) continue;
    store.atomically([&](Tx& tx) { tx.execute(text); });
  }
}

}  // namespace

Ledger::Ledger(Store store, std::string id, std::string_view secret, Settings settings, journal::Rules rules)
    : store_(std::move(store)),
      id_(std::move(id)),
      secret_(secret),
      settings_(settings),
      rules_(std::move(rules)),
      window_(std::make_shared<dedup_window::FileWindow>()) {}
KeyHash Ledger::hash_of(std::string_view tenant, std::string_view key) const {
  return key_hash(settings_.scope_global ? std::string_view{} : tenant, key);
}

Ledger::Ledger(Ledger&&) noexcept = default;
Ledger& Ledger::operator=(Ledger&&) noexcept = default;
Ledger::~Ledger() = default;

void Ledger::read_settings_again() {
  invariant(laboratory(), "the settings of a real ledger are those it was opened with");
  Settings now;
  store_.reading([&](View& view) { now = load_settings(view); });
  invariant(profiles_of(now) == profiles_of(settings_), "a schema stays as the settings want it");
  settings_ = now;
}

Result<Ledger> Ledger::create(const std::filesystem::path& path, World& world, const Options& options) {
  if (auto fault = unfit(options.settings, options.laboratory)) return *std::move(fault);
  if (!clock_in_range(world.wall_ns())) {
    const std::string now = iso_time(world.wall_ns());
    return Fault{"clock",
                 {"stands at " + now + ", and nothing was made: it must be set right first",
                  "本机时钟为 " + now + "，未新建任何内容：请先校正"}};
  }
  const auto all = kinds();
  auto made = Store::create(path, all[options.laboratory ? 1 : 0], options.store,
                            [&](Tx& tx) { write_first(tx, world, options); });
  if (!made) return made.error();
  return open(path, options.store);
}

Result<Ledger> Ledger::open(const std::filesystem::path& path, const Store::Options& options, Rules rules_of_file) {
  const auto all = kinds();
  auto opened = Store::open(path, all, options);
  if (!opened) return opened.error();
  Store store = std::move(opened).value();
  const bool laboratory = store.application_id() == laboratory_application_id;
  std::string id;
  std::string secret;
  bool whole = false;
  bool stand = false;
  Settings settings;
  journal::Rules rules;
  store.reading([&](View& view) {
    const bool found = view.one(sql::ledger::meta{}, [&](const Row& row) {
      id = std::string(row.text(0));
      const auto bytes = row.bytes(1);
      secret.assign(bytes.begin(), bytes.end());
      const auto mark = row.bytes(3);
      whole = std::ranges::equal(mark, mark_of(secret));
    });
    invariant(found, "a ledger knows who it is");
    const bool counted = view.one(sql::ledger::rules_stand{}, [&](const Row& row) { stand = row.integer(0) == 1; });
    stand = laboratory || (counted && stand);  // a laboratory file lacks those of the layers that are off
    settings = load_settings(view);
    rules = journal::Rules::load(view);
  });
  if (!whole) {
    return Fault{"db",
                 {path.string() + " is damaged; restore it from a copy", path.string() + " 已损坏；请从备份恢复"}};
  }
  if (!stand && rules_of_file == Rules::must_stand) {
    return Fault{
        "db",
        {path.string() + " has lost rules that a ledger is kept by: nothing is written to it. payonce verify names "
                         "them; a copy made before is the way back",
         path.string() + " 缺少账本赖以约束的规则：不再写入。payonce verify 可逐条指出；请从之前的备份恢复"}};
  }
  if (auto fault = unfit(settings, laboratory)) return *std::move(fault);
  if (laboratory && !store.read_only()) leave_out_again(store, settings);
  Ledger ledger(std::move(store), std::move(id), secret, settings, std::move(rules));
  ledger.rules_stand_ = stand;
  return ledger;
}

std::optional<ChannelRow> find_channel(View& view, std::string_view name) {
  std::optional<ChannelRow> found;
  (void)view.one(sql::ledger::channel{.name = name}, [&](const Row& row) {
    found = ChannelRow{std::string(row.text(0)), std::string(row.text(1)), {row.integer(2)}, {row.integer(3)}};
  });
  return found;
}

std::vector<ChannelRow> list_channels(View& view) {
  std::vector<ChannelRow> all;
  view.each(sql::ledger::channels{}, [&](const Row& row) {
    all.push_back({std::string(row.text(0)), std::string(row.text(1)), {row.integer(2)}, {row.integer(3)}});
  });
  return all;
}

bool add_channel(Tx& tx, const ChannelRow& channel, std::int64_t now_ns) {
  if (find_channel(tx, channel.name)) return false;
  (void)tx.change(sql::ledger::insert_channel{.name = channel.name,
                                              .place = channel.place,
                                              .settle_delay_ns = channel.settle_delay.ns,
                                              .key_window_ns = channel.key_window.ns,
                                              .now_ns = now_ns});
  return true;
}

}  // namespace payonce
