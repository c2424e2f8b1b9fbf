#include "ledger/formats/format.hpp"

#include <limits>

#include "ledger/digest/digest.hpp"
#include "ledger/formats/form.hpp"
#include "ledger/orders/stored.hpp"
#include "ledger/values/duration.hpp"
#include "schema/queries/formats.hpp"

namespace payonce::formats {
namespace {

/// Handed on in pieces of this size: large enough that a call costs nothing, small enough that memory stays flat.
constexpr std::size_t piece = std::size_t{64} * 1024;

/// Before and behind every date that can be written.
constexpr std::string_view before_all = "0000-00-00";
constexpr std::string_view behind_all = "9999-99-99";

AccountName account_of(const Row& row, int code, int kind) {
  auto known = journal::parse_class("class", row.text(kind));
  invariant(known.has_value(), "the file holds only classes the program knows");
  return {std::string(row.text(code)), *known};
}

Balance balance_of(const Row& row) {
  return {account_of(row, 0, 1), orders::stored_money(row.integer(3), row.text(2))};
}

Voucher voucher_of(const Row& row) {
  return {.number = std::string(row.text(1)),
          .kind = std::string(row.text(2)),
          .business_key = std::string(row.text(3)),
          .date = std::string(row.text(4)),
          .recorded_at_ns = row.integer(5),
          .reason = row.maybe_text(6),
          .previous_hash = hex(row.bytes(7)),
          .hash = hex(row.bytes(8)),
          .order = row.maybe_text(9),
          .attempt = row.maybe_integer(10),
          .refund = row.maybe_text(11),
          .channel = row.maybe_text(12),
          .reference = row.maybe_text(13),
          .lines = {}};
}

Line line_of(const Row& row) {
  return {account_of(row, 0, 1), row.text(3) == "debit", orders::stored_money(row.integer(4), row.text(2))};
}

std::unique_ptr<Form> make(Format format) {
  switch (format) {
    case Format::hledger: return make_plain_text(true);
    case Format::ledger: return make_plain_text(false);
    case Format::beancount: return make_beancount();
    case Format::csv: return make_csv();
    case Format::json: return make_json();
  }
  throw Broken("every format has a form");
}

Title title_of(View& view, const Days& days) {
  Title title;
  (void)view.one(sql::formats::whose{}, [&](const Row& row) {
    title.ledger_id = std::string(row.text(0));
    title.first_day = days.first.value_or(days.last.value_or(iso_date(row.integer(1))));
    title.last_day = days.last.value_or(title.first_day);
  });
  (void)view.one(sql::formats::span{.first = days.first ? std::string_view(*days.first) : before_all,
                                    .last = days.last ? std::string_view(*days.last) : behind_all},
                 [&](const Row& row) {
                   title.vouchers = row.integer(0);
                   if (title.vouchers == 0) return;
                   if (!days.first) title.first_day = std::string(row.text(1));
                   if (!days.last) title.last_day = std::string(row.text(2));
                 });
  view.each(sql::formats::currencies{},
            [&](const Row& row) { title.currencies.push_back(orders::stored_money(0, row.text(0)).currency()); });
  return title;
}

/// Text on its way to the sink.
class Outlet {
 public:
  explicit Outlet(const Sink& sink) : sink_(sink) {}
  std::string text;
  /// False: nobody wants more.
  bool pass_on(bool all) {
    if (open_ && !text.empty() && (all || text.size() >= piece)) {
      open_ = sink_(text);
      text.clear();
    }
    if (!open_) text.clear();
    return open_;
  }

 private:
  const Sink& sink_;
  bool open_ = true;
};

/// Where a walk over rows ends before its last: the sink wants no more.
struct Enough {};

void write_vouchers(View& view, Form& form, const Days& days, Outlet& outlet, Written& written) {
  view.each(sql::formats::vouchers{.first = days.first ? std::string_view(*days.first) : before_all,
                                   .last = days.last ? std::string_view(*days.last) : behind_all},
            [&](const Row& row) {
              Voucher voucher = voucher_of(row);
              view.each(sql::formats::lines{.voucher_id = row.integer(0)},
                        [&](const Row& line) { voucher.lines.push_back(line_of(line)); });
              form.voucher(outlet.text, voucher);
              written.vouchers += 1;
              written.lines += static_cast<std::int64_t>(voucher.lines.size());
              if (!outlet.pass_on(false)) throw Enough{};
            });
}

void write_closing(View& view, Form& form, const Days& days, Outlet& outlet) {
  const auto take = [&](const Row& row) {
    form.closing(outlet.text, balance_of(row));
    if (!outlet.pass_on(false)) throw Enough{};
  };
  if (!days.last) {
    view.each(sql::formats::balances{}, take);
    return;
  }
  const auto last = parse_time("to", *days.last);
  invariant(last.has_value(), "the days have been parsed");
  view.each(sql::formats::balances_before{.day = iso_date(*last + payonce::days(1).ns)}, take);
}

}  // namespace

std::string_view name(Format format) {
  switch (format) {
    case Format::hledger: return "hledger";
    case Format::ledger: return "ledger";
    case Format::beancount: return "beancount";
    case Format::csv: return "csv";
    case Format::json: return "json";
  }
  return "";
}

Result<Format> parse_format(std::string_view field, std::string_view text) {
  for (const Format format : every_format) {
    if (name(format) == text) return format;
  }
  return Fault{std::string(field),
               {"is one of hledger, ledger, beancount, csv, json", "只能是 hledger、ledger、beancount、csv、json"}};
}

Result<Days> parse_days(const std::optional<std::string>& from, const std::optional<std::string>& to) {
  const auto fault_in = [](std::string_view field, const std::optional<std::string>& day) -> std::optional<Fault> {
    if (!day) return std::nullopt;
    const auto at = parse_time(field, *day);
    // The last day that nanoseconds reach has none behind it, and closing balances need one.
    if (at && iso_date(*at) == *day && *at <= std::numeric_limits<std::int64_t>::max() - 2 * payonce::days(1).ns) {
      return std::nullopt;
    }
    return Fault{std::string(field), {"is no day, as 2026-01-31", "不是日期，例如 2026-01-31"}};
  };
  if (auto wrong = fault_in("from", from)) return *std::move(wrong);
  if (auto wrong = fault_in("to", to)) return *std::move(wrong);
  if (from && to && *from > *to) return Fault{"to", {"is a day before --from", "早于 --from"}};
  return Days{from, to};
}

Written write(View& view, Format format, const Days& days, const Sink& sink) {
  const std::unique_ptr<Form> form = make(format);
  Written written;
  Outlet outlet(sink);
  try {
    form->title(outlet.text, title_of(view, days));
    view.each(sql::formats::accounts{}, [&](const Row& row) {
      form->account(outlet.text, account_of(row, 0, 1), orders::stored_money(0, row.text(2)).currency());
      if (!outlet.pass_on(false)) throw Enough{};
    });
    if (days.first) {
      view.each(sql::formats::balances_before{.day = *days.first}, [&](const Row& row) {
        if (row.integer(3) != 0) form->opening(outlet.text, balance_of(row));
        if (!outlet.pass_on(false)) throw Enough{};
      });
    }
    write_vouchers(view, *form, days, outlet, written);
    write_closing(view, *form, days, outlet);
    if (!outlet.pass_on(true)) throw Enough{};
  } catch (const Enough&) {
    written.whole = false;
  }
  return written;
}

}  // namespace payonce::formats
