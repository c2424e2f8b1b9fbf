#include "ledger/layers/reconciliation_staging.hpp"

#include "ledger/digest/digest.hpp"
#include "ledger/values/invariant.hpp"
#include "ledger/values/utf8.hpp"
#include "schema/queries/reconciliation_staging.hpp"

namespace payonce::reconciliation {
namespace {

namespace st = statements;
namespace sql = payonce::sql::reconciliation_staging;

/// A year and a day: what one file tells whole. Beyond it a year was mistyped.
constexpr std::int64_t most_days = 366;

/// "+08:00" in minutes; anything else is UTC.
std::int64_t minutes_of(std::string_view zone) {
  if (zone.size() != 6 || (zone[0] != '+' && zone[0] != '-')) return 0;
  const auto digit = [&](std::size_t at) { return std::int64_t{zone[at] - '0'}; };
  const std::int64_t minutes = (digit(1) * 10 + digit(2)) * 60 + digit(4) * 10 + digit(5);
  return zone[0] == '-' ? -minutes : minutes;
}

std::string day_of(const st::Line& line) {
  if (line.at) return line.at->day.text();
  if (line.value_day) return line.value_day->text();
  return line.booked_day ? line.booked_day->text() : std::string();
}

/// What identifies a movement is compared as text: bytes that are no UTF-8 become marks, the raw bytes are kept beside.
std::string plain(const std::string& text) {
  if (is_utf8(text)) return text;
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    out += point.valid ? std::string_view(text).substr(at, point.size) : replacement_utf8;
    at += point.size;
  }
  return out;
}

Statement statement_from(const Row& row) {
  return {.id = row.integer(0),
          .channel = std::string(row.text(12)),
          .account = std::string(row.text(1)),
          .format = std::string(row.text(2)),
          .name = std::string(row.text(3)),
          .digest = hex(row.bytes(4)),
          .first_day = row.maybe_text(5),
          .last_day = row.maybe_text(6),
          .lines = row.integer(7),
          .fresh = row.integer(8),
          .trusted = row.integer(9) != 0,
          .breaks = row.integer(10),
          .imported_at_ns = row.integer(11)};
}

void read_breaks(View& view, Statement& statement) {
  view.each(sql::breaks_of{.statement_id = statement.id}, [&](const Row& row) {
    for (const st::FileBreak code : st::all_file_breaks) {
      if (st::name(code) != row.text(0)) continue;
      statement.broken.push_back(
          {code, static_cast<std::uint64_t>(row.integer(1)), {std::string(row.text(2)), std::string(row.text(3))}});
    }
  });
}

std::optional<Statement> known(View& view, const Incoming& incoming, const Digest& digest) {
  std::optional<Statement> found;
  (void)view.one(sql::by_digest{.channel = incoming.channel, .account = incoming.account, .digest = digest},
                 [&](const Row& row) { found = statement_from(row); });
  if (!found) return found;
  read_breaks(view, *found);
  found->again = true;
  return found;
}

/// One file on its way into the ledger.
class Import {
 public:
  Import(Tx& tx, const Incoming& incoming) : tx_(tx), incoming_(incoming) {
    (void)tx_.one(sql::next_id{}, [&](const Row& row) { id_ = row.integer(0); });
  }

  Statement run(const Digest& digest, std::int64_t now_ns) {
    incoming_.in.clear();
    incoming_.in.seekg(0);
    st::Sink sink;
    sink.line = [&](const st::Line& line) { take(line); };
    sink.head = [&](const st::Head& head) { take(head); };
    st::Reading reading = st::read(incoming_.in, incoming_.map, sink);
    for (const st::Broken& one : changed_) reading.broke(one.code, one.line, one.why);
    judge(reading);
    (void)tx_.change(sql::clear_keys{});
    std::int64_t n = 0;
    for (const st::Broken& one : reading.broken()) {
      (void)tx_.change(sql::insert_break{.statement_id = id_,
                                         .n = ++n,
                                         .code = st::name(one.code),
                                         .line = static_cast<std::int64_t>(one.line),
                                         .en = one.why.en,
                                         .zh = one.why.zh});
    }
    if (reading.trusted() && first_) {
      (void)tx_.change(sql::cover_days{.first_day = *first_,
                                       .last_day = *last_,
                                       .most = most_days,
                                       .channel = incoming_.channel,
                                       .statement_id = id_});
    }
    (void)tx_.change(sql::seal{.statement_id = id_,
                               .channel = incoming_.channel,
                               .account = incoming_.account,
                               .format = st::name(reading.format),
                               .file_name = incoming_.name,
                               .digest = digest,
                               .zone_minutes = zone_minutes_,
                               .first_day = first_,
                               .last_day = last_,
                               .lines = lines_,
                               .fresh = fresh_,
                               .trusted = reading.trusted() ? 1 : 0,
                               .breaks = static_cast<std::int64_t>(reading.breaks()),
                               .actor = incoming_.actor,
                               .now_ns = now_ns});
    auto stored = find_statement(tx_, id_);
    invariant(stored.has_value(), "a statement that was written can be read");
    return *std::move(stored);
  }

 private:
  void take(const st::Head& head) {
    zone_minutes_ = minutes_of(head.zone);
    if (head.from) widen(head.from->text());
    if (head.to) widen(head.to->text());
  }

  void take(const st::Line& line) {
    lines_ += 1;
    const std::string day = day_of(line);
    if (!day.empty()) widen(day);
    if (outside(day)) {
      changed_.push_back({st::FileBreak::file_rows_outside_period, line.line, {"is of " + day, "日期为 " + day}});
    }
    if (insert(line, day, 1)) return;
    std::int64_t first = 0;
    (void)tx_.one(standing(line, 1), [&](const Row& row) { first = row.integer(0) == id_ ? 2 : 1; });
    std::int64_t nth = 0;
    (void)tx_.one(sql::count_key{.line_key = line.key, .first = first}, [&](const Row& row) { nth = row.integer(0); });
    if (nth == 1 || !insert(line, day, nth)) compare(line, day, nth);
  }

  [[nodiscard]] bool insert(const st::Line& line, const std::string& day, std::int64_t nth) {
    const auto [gross, fee] = amounts_of(line);
    const std::string at = line.at ? line.at->text() : std::string();
    const std::int64_t original = line.original ? line.original->amount.minor(line.original->currency).value_or(0) : 0;
    const std::int64_t changed =
        tx_.change(sql::insert_line{.statement_id = id_,
                                    .file_line = static_cast<std::int64_t>(line.line),
                                    .channel = incoming_.channel,
                                    .account = incoming_.account,
                                    .line_key = line.key,
                                    .nth = nth,
                                    .movement = st::name(line.movement),
                                    .kind = plain(line.kind),
                                    .standing = standing_of(line.status),
                                    .status = plain(line.status),
                                    .currency = line.currency.code(),
                                    .gross = gross.minor,
                                    .gross_rest = gross.rest,
                                    .fee = fee.minor,
                                    .fee_rest = fee.rest,
                                    .our_id = plain(line.our_id),
                                    .channel_id = plain(line.channel_id),
                                    .parent_id = plain(line.parent_id),
                                    .of_account = plain(line.account),
                                    .day = day,
                                    .at = at,
                                    .batch = plain(line.batch),
                                    .original_currency = original != 0 ? line.original->currency.code() : "",
                                    .original = original});
    if (changed == 0) return false;
    fresh_ += 1;
    const std::span<const std::uint8_t> raw(reinterpret_cast<const std::uint8_t*>(line.raw.data()), line.raw.size());
    (void)tx_.change(sql::insert_text{.line_id = tx_.last_id(),
                                      .raw = raw,
                                      .counterparty = plain(line.counterparty),
                                      .details = plain(line.details)});
    return true;
  }

  [[nodiscard]] sql::standing_line standing(const st::Line& line, std::int64_t nth) const {
    return {.channel = incoming_.channel, .account = incoming_.account, .line_key = line.key, .nth = nth};
  }

  void compare(const st::Line& line, const std::string& day, std::int64_t nth) {
    const auto [gross, fee] = amounts_of(line);
    bool same = false;
    (void)tx_.one(standing(line, nth), [&, gross = gross, fee = fee](const Row& row) {
      same = row.text(1) == st::name(line.movement) && row.text(2) == plain(line.status) &&
             row.text(3) == line.currency.code() && row.integer(4) == gross.minor && row.integer(5) == gross.rest &&
             row.integer(6) == fee.minor && row.integer(7) == fee.rest && row.text(8) == plain(line.our_id) &&
             row.text(9) == plain(line.channel_id) && row.text(10) == day;
    });
    if (same || changed_.size() >= st::Reading::most_kept) return;
    changed_.push_back({st::FileBreak::file_changed,
                        line.line,
                        {"an earlier file says otherwise of " + line.key, "先前文件对 " + line.key + " 的记载不同"}});
  }

  [[nodiscard]] bool outside(const std::string& day) const {
    if (day.empty() || changed_.size() >= st::Reading::most_kept) return false;
    return (incoming_.from && day < incoming_.from->text()) || (incoming_.to && day > incoming_.to->text());
  }

  void widen(const std::string& day) {
    if (!first_ || day < *first_) first_ = day;
    if (!last_ || day > *last_) last_ = day;
  }

  /// What only a comparison with earlier files can tell, and the days that are declared.
  void judge(st::Reading& reading) {
    if (incoming_.from) first_ = incoming_.from->text();
    if (incoming_.to) last_ = incoming_.to->text();
    if (first_ && !last_) last_ = first_;
    if (last_ && !first_) first_ = last_;
    if (!first_) return;
    std::int64_t before = 0;
    (void)tx_.one(
        sql::same_period{
            .channel = incoming_.channel, .account = incoming_.account, .first_day = *first_, .last_day = *last_},
        [&](const Row& row) { before = row.maybe_integer(0).value_or(0); });
    const std::int64_t repeated = lines_ - fresh_;
    if (repeated >= before) return;
    const std::string lacks = std::to_string(before - repeated);
    reading.broke(
        st::FileBreak::file_changed, 0,
        {"lacks " + lacks + " lines that an earlier file of these days has", "缺少先前同期文件中的 " + lacks + " 行"});
  }

  Tx& tx_;
  const Incoming& incoming_;
  std::int64_t id_ = 0;
  std::int64_t lines_ = 0;
  std::int64_t fresh_ = 0;
  std::int64_t zone_minutes_ = 0;
  std::optional<std::string> first_{};
  std::optional<std::string> last_{};
  std::vector<st::Broken> changed_{};
};

}  // namespace

Statement import(Store& store, World& world, const Incoming& incoming) {
  const Digest digest = digest_of(incoming.in, incoming.map_text);
  return store.atomically([&](Tx& tx) {
    if (auto before = known(tx, incoming, digest)) return *std::move(before);
    world.step(Step::recon_scan);
    Statement stored = Import(tx, incoming).run(digest, world.wall_ns());
    world.step(Step::recon_fix);
    return stored;
  });
}

std::optional<Statement> find_statement(View& view, std::int64_t id) {
  std::optional<Statement> found;
  (void)view.one(sql::by_id{.statement_id = id}, [&](const Row& row) { found = statement_from(row); });
  if (found) read_breaks(view, *found);
  return found;
}

std::vector<Statement> statements_of(View& view, std::string_view channel) {
  std::vector<Statement> all;
  view.each(sql::of_channel{.channel = channel}, [&](const Row& row) { all.push_back(statement_from(row)); });
  return all;
}

}  // namespace payonce::reconciliation
