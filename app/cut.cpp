#include "app/cut.hpp"

#include "app/problem.hpp"

namespace payonce {
namespace {

Option by_option() {
  return {.name = "by",
          .value = "recorded|business",
          .about = {"by the time it was recorded, or by the day it is dated to", "按入账时间，或按业务日期"}};
}

std::optional<journal::Basis> basis_from(const Arguments& given) {
  const auto text = given.maybe("by");
  if (!text) return std::nullopt;
  if (*text == "recorded") return journal::Basis::recorded;
  if (*text == "business") return journal::Basis::business;
  throw Problem(ExitStatus::usage, {"by", {"is recorded or business", "应为 recorded 或 business"}});
}

std::optional<std::string> day_from(const Arguments& given, std::string_view name) {
  auto day = given.maybe(name);
  if (day) (void)taken(journal::Cut::end_of(name, *day, journal::Basis::business));
  return day;
}

}  // namespace

std::string_view name(journal::Basis basis) { return basis == journal::Basis::recorded ? "recorded" : "business"; }

std::vector<Option> cut_options() {
  return {{.name = "at",
           .value = "DAY|TIME",
           .about = {"as of the end of a day (2026-10-31), or of a moment (2026-10-31T12:00:00Z); UTC",
                     "截至某日终了（2026-10-31）或某一时刻（2026-10-31T12:00:00Z）；UTC"}},
          by_option()};
}

std::optional<journal::Cut> cut_from(const Arguments& given) {
  const auto at = given.maybe("at");
  const auto basis = basis_from(given);
  if (!at) {
    if (!basis) return std::nullopt;
    throw Problem(ExitStatus::usage, {"by", {"says how --at is meant, and needs it", "须与 --at 一同使用"}});
  }
  const bool is_day = at->find('T') == std::string::npos;
  if (is_day) return taken(journal::Cut::end_of("at", *at, basis.value_or(journal::Basis::business)));
  if (basis == journal::Basis::business) {
    throw Problem(ExitStatus::usage,
                  {"by", {"business counts whole days: give --at a day", "business 以整日计：--at 请给日期"}});
  }
  return taken(journal::Cut::moment("at", *at));
}

Text about_both_times() {
  return {
      "A voucher has two times, both UTC: when it was recorded, and the day it is dated to. They differ where a closed "
      "day\n"
      "sent it to the first open one. A day is meant by business day, a moment by recorded time, unless --by says "
      "otherwise.",
      "凭证有两个时间（均为 UTC）：入账时间与业务日期。当日账期已关闭而记入首个开放日时，二者不同。\n"
      "给日期按业务日期计，给时刻按入账时间计，可用 --by 指定。"};
}

std::vector<Option> range_options(bool with_basis) {
  std::vector<Option> options{
      {.name = "from", .value = "DAY", .about = {"the first day; else from the beginning", "首日；默认自始"}},
      {.name = "to", .value = "DAY", .about = {"the last day; else until now", "末日；默认至今"}}};
  if (with_basis) options.push_back(by_option());
  return options;
}

Range range_from(const Arguments& given) {
  Range range{.basis = basis_from(given).value_or(journal::Basis::business),
              .from = day_from(given, "from"),
              .to = day_from(given, "to")};
  if (range.from && range.to && *range.to < *range.from) {
    throw Problem(ExitStatus::usage, {"to", {"the last day is before the first", "末日早于首日"}});
  }
  return range;
}

}  // namespace payonce
