#include <algorithm>
#include <cstdlib>
#include <map>

#include "app/handout/markup.hpp"
#include "app/sheet.hpp"
#include "app/sheet_settlement.hpp"
#include "ledger/values/duration.hpp"

namespace payonce {
namespace {

namespace rec = reconciliation;
using handout::as_markup;

constexpr std::string_view style = R"(
body{font:14px/1.5 system-ui,"Noto Sans CJK SC",sans-serif;color:#1b1b1b;max-width:62rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;margin:0}h2{font-size:1.05rem;margin:2rem 0 .4rem;border-bottom:1px solid #bbb}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}th{text-align:left;font-weight:600}
th,td{padding:.15rem .6rem .15rem 0;border-bottom:1px solid #e4e4e4;vertical-align:top}td.n,th.n{text-align:right}
tr.sum td{border-top:2px solid #1b1b1b;font-weight:600}.verdict{font-size:1.1rem;padding:.4rem .8rem;margin:1rem 0;border-left:6px solid}
.balanced,.explained{border-color:#2d7d46}.open{border-color:#b3261e}.cannot_say{border-color:#a66b00}
.id{font-family:ui-monospace,monospace;font-size:.85em;word-break:break-all}.charts{display:flex;gap:2rem;flex-wrap:wrap}
.sign{display:flex;gap:4rem;margin-top:3rem}.sign div{border-top:1px solid #1b1b1b;min-width:14rem;padding-top:.2rem}
@media print{body{margin:0;max-width:none;font-size:11px}h2{break-after:avoid}tr{break-inside:avoid}}
)";

/// "8-30": under a bar there is no room for words.
std::string short_band(const std::string& band) {
  const std::string words = figure_words(band).en;
  return words.substr(0, words.find(' '));
}

class Page {
 public:
  Page(const Context& context, const rec::Sheet& sheet) : context_(context), sheet_(sheet) {}

  std::string text() {
    const std::string title = word({"Reconciliation", "对账报告"}) + " " + as_markup(sheet_.channel) + " " +
                              as_markup(sheet_.as_of) + " · " + std::to_string(sheet_.run_id);
    const std::string_view language = context_.language() == Language::zh ? "zh" : "en";
    out_ = "<!doctype html>\n<html lang=\"" + std::string(language) +
           "\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
           "<title>" +
           title + "</title><style>" + std::string(style) + "</style></head><body>\n<h1>" + title + "</h1>\n";
    head();
    statements();
    for (const std::string& currency : currencies()) of_currency(currency);
    settlement();
    out_ += "<div class=\"charts\">" + trend_chart() + "</div>\n";
    breaks();
    adjustments();
    out_ += "<div class=\"sign\"><div>" + word({"prepared by", "编制"}) + " " + as_markup(sheet_.actor) +
            "</div><div>" + word({"signed by", "签字"}) + " " + as_markup(sheet_.signed_by) +
            "</div></div>\n</body></html>\n";
    return out_;
  }

 private:
  [[nodiscard]] std::string word(const Text& text) const { return as_markup(context_.said(text)); }

  void head() {
    out_ += "<p class=\"verdict " + std::string(name(sheet_.verdict)) + "\">" + word(rec::sentence(sheet_.verdict)) +
            "</p>\n<table>";
    const auto row = [&](const Text& label, const std::string& value) {
      out_ += "<tr><th>" + word(label) + "</th><td>" + as_markup(value) + "</td></tr>";
    };
    row({"ledger", "账本"}, sheet_.ledger);
    row({"channel", "渠道"}, sheet_.channel);
    if (!sheet_.accounts().empty()) row({"account", "账户"}, joined(sheet_.accounts()));
    row({"period", "期间"}, context_.said(period_words(sheet_)));
    if (!sheet_.cut_off.empty()) row({"cut-off", "日切"}, context_.said(cut_off_words(sheet_)));
    row({"days of grace", "宽限天数"}, std::to_string(sheet_.grace_days));
    row({"book up to", "账本截至"}, sheet_.last_voucher);
    row({"rule version", "规则版本"}, std::to_string(sheet_.rules));
    row({"run", "对账编号"}, std::to_string(sheet_.run_id) + " · " + sheet_.run_key);
    if (sheet_.previous_run_id) row({"follows run", "上一次"}, std::to_string(*sheet_.previous_run_id));
    row({"prepared by", "编制人"}, sheet_.actor);
    row({"at", "时间"}, iso_time(sheet_.at_ns));
    out_ += "</table>\n";
  }

  void statements() {
    out_ += "<h2>" + word({"Statements", "对账单"}) + "</h2><table><tr><th>" + word({"file", "文件"}) + "</th><th>" +
            word({"days", "日期"}) + "</th><th class=\"n\">" + word({"lines", "行数"}) + "</th><th></th></tr>";
    for (const rec::Statement& one : sheet_.statements) {
      out_ += "<tr><td>" + as_markup(one.name) + "<br><span class=\"id\">" + one.digest + "</span></td><td>" +
              (one.first_day ? *one.first_day + " – " + one.last_day.value_or("") : "-") + "</td><td class=\"n\">" +
              std::to_string(one.lines) + "</td><td>" +
              (one.trusted ? word({"trusted", "可信"}) : word({"not trusted", "不可信"}));
      for (const statements::Broken& broken : one.broken) {
        out_ += "<br>" + as_markup(statements::name(broken.code)) + ": " + word(broken.why);
      }
      out_ += "</td></tr>";
    }
    out_ += "</table>\n";
    for (const rec::Figure& figure : sheet_.figures) {
      if (figure.sheet != "uncovered") continue;
      out_ += "<p>" +
              word({figure.name + ": not told by a file that can be trusted", figure.name + "：没有可信的对账单"}) +
              "</p>";
    }
  }

  [[nodiscard]] std::vector<std::string> currencies() const {
    std::vector<std::string> all;
    for (const rec::Figure& figure : sheet_.figures) {
      const bool fresh = std::find(all.begin(), all.end(), figure.currency) == all.end();
      if (figure.sheet == "bridge" && fresh) all.push_back(figure.currency);
    }
    return all;
  }

  void of_currency(const std::string& currency) {
    for (const std::string sheet : {"bridge", "roll_forward", "ageing"}) {
      std::string rows;
      for (const rec::Figure& figure : sheet_.figures) {
        if (figure.sheet != sheet || figure.currency != currency) continue;
        const bool sum = figure.name == "statement" || figure.name == "unexplained" || figure.name == "closing";
        rows += std::string(sum ? "<tr class=\"sum\">" : "<tr>") + "<td>" + word(figure_words(figure.name)) +
                "</td><td class=\"n\">" + (figure.count == 0 ? "" : std::to_string(figure.count)) +
                "</td><td class=\"n\">" + decimal(figure.amount, currency) + "</td></tr>";
      }
      if (!rows.empty()) {
        out_ += "<h2>" + word(sheet_words(sheet)) + " · " + currency + "</h2><table>" + rows + "</table>\n";
      }
    }
    matrix(currency);
    out_ += "<div class=\"charts\">" + ageing_chart(currency) + "</div>\n";
  }

  void matrix(const std::string& currency) {
    constexpr std::array<std::string_view, 6> columns = {"ours",   "theirs",         "matched",
                                                         "timing", "not_at_channel", "not_in_books"};
    std::map<std::string, std::map<std::string, const rec::Figure*>> kinds;
    for (const rec::Figure& figure : sheet_.figures) {
      if (figure.sheet == "matrix" && figure.currency == currency) kinds[figure.kind][figure.name] = &figure;
    }
    if (kinds.empty()) return;
    out_ += "<h2>" + word(sheet_words("matrix")) + " · " + currency + "</h2><table><tr><th></th>";
    const std::array<Text, 6> titles = {Text{"ours", "本地"},        Text{"theirs", "渠道"},
                                        Text{"matched", "相符"},     Text{"timing", "时间差"},
                                        Text{"only ours", "仅本地"}, Text{"only theirs", "仅渠道"}};
    for (const Text& title : titles) out_ += "<th class=\"n\">" + word(title) + "</th>";
    out_ += "</tr>";
    for (const auto& [kind, row] : kinds) {
      out_ += "<tr><td>" + word(movement_words(kind)) + "</td>";
      for (const std::string_view column : columns) {
        const auto found = row.find(std::string(column));
        out_ += "<td class=\"n\">";
        if (found != row.end() && found->second->count != 0) {
          out_ += std::to_string(found->second->count) + "<br>" + decimal(found->second->amount, currency);
        }
        out_ += "</td>";
      }
      out_ += "</tr>";
    }
    out_ += "</table>\n";
  }

  void settlement() {
    for (const SheetTable& one : settlement_tables(sheet_)) {
      out_ += "<h2>" + word(one.title) + " · " + one.currency + "</h2><table><tr>";
      for (const Text& title : one.columns) {
        out_ += (&title == one.columns.data() ? "<th>" : "<th class=\"n\">") + word(title) + "</th>";
      }
      out_ += "</tr>";
      for (const SheetTable::Row& row : one.rows) {
        out_ += "<tr><td>" + word(row.words) + "</td>";
        for (const std::string& cell : row.numbers) out_ += "<td class=\"n\">" + as_markup(cell) + "</td>";
        out_ += "</tr>";
      }
      out_ += "</table>\n";
    }
  }

  /// How many breaks are how old: a bar a band, its number above it.
  [[nodiscard]] std::string ageing_chart(const std::string& currency) const {
    std::vector<const rec::Figure*> bands;
    std::int64_t most = 0;
    for (const rec::Figure& figure : sheet_.figures) {
      if (figure.sheet != "ageing" || figure.currency != currency) continue;
      bands.push_back(&figure);
      most = std::max(most, figure.count);
    }
    if (most == 0) return {};
    std::string svg = R"(<svg width="340" height="150" role="img" aria-label=")" + word(sheet_words("ageing")) +
                      R"(" font-size="11" text-anchor="middle">)";
    std::int64_t x = 8;
    for (const rec::Figure* band : bands) {
      const std::int64_t height = band->count * 90 / most;
      svg += "<rect x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(110 - height) + "\" width=\"50\" height=\"" +
             std::to_string(height) + "\" fill=\"#4a6fa5\"/><text x=\"" + std::to_string(x + 25) + "\" y=\"" +
             std::to_string(104 - height) + "\">" + std::to_string(band->count) + "</text><text x=\"" +
             std::to_string(x + 25) + "\" y=\"128\">" + as_markup(band->name == "31" ? ">30" : short_band(band->name)) +
             "</text>";
      x += 66;
    }
    return svg + "</svg>";
  }

  /// Matched lines of a hundred, a point a run: lines are counted, whatever their currency.
  [[nodiscard]] std::string trend_chart() const {
    std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> runs;  // matched, lines
    for (const rec::TrendPoint& point : sheet_.trend) {
      if (point.name == "matched") runs[point.run_id].first += point.count;
      if (point.name == "lines") runs[point.run_id].second += point.count;
    }
    if (runs.size() < 2) return {};
    std::string points;
    std::int64_t x = 20;
    const std::int64_t step = 280 / static_cast<std::int64_t>(runs.size() - 1);
    std::int64_t share = 0;
    for (const auto& [run, counts] : runs) {
      share = counts.second == 0 ? 100 : counts.first * 100 / counts.second;
      points += std::to_string(x) + "," + std::to_string(120 - share) + " ";
      x += step;
    }
    return R"(<svg width="340" height="150" role="img" font-size="11"><line x1="20" y1="20" x2="300" y2="20" stroke="#ccc"/>)"
           R"(<line x1="20" y1="120" x2="300" y2="120" stroke="#ccc"/><polyline fill="none" stroke="#2d7d46" stroke-width="2" points=")" +
           points + "\"/><text x=\"20\" y=\"14\">" + word({"matched lines, last runs", "相符明细占比（最近各次）"}) +
           " · " + std::to_string(share) + " %</text></svg>";
  }

  void breaks() {
    if (sheet_.breaks.empty()) return;
    out_ += "<h2>" + word({"Breaks", "差异"}) + " (" + std::to_string(sheet_.break_count) + ")</h2><table><tr>";
    const std::array<Text, 6> titles = {Text{"break", "差异"}, Text{"day", "日期"},   Text{"numbers", "单号"},
                                        Text{"here", "本地"},  Text{"there", "渠道"}, Text{"left", "余额"}};
    for (const Text& title : titles) out_ += "<th>" + word(title) + "</th>";
    out_ += "<th>" + word({"state", "状态"}) + "</th></tr>";
    for (const rec::SheetBreak& one : sheet_.breaks) {
      const auto side = [&](const std::optional<std::int64_t>& minor) {
        return minor ? decimal(*minor, one.currency) : std::string();
      };
      out_ += "<tr><td>" + as_markup(name(one.code)) + "<br>" + word(rec::sentence(one.code)) +
              "<br><span class=\"id\">" + one.id + "</span></td><td>" + as_markup(one.day) + "</td><td class=\"id\">" +
              as_markup(one.channel_id) + "<br>" + as_markup(one.our_id) + "</td><td class=\"n\">" + side(one.ours) +
              "</td><td class=\"n\">" + side(one.theirs) + "</td><td class=\"n\">" +
              decimal(one.remaining, one.currency) + " " + one.currency + "</td><td>" + word(state_words(one.state)) +
              "</td></tr>";
    }
    out_ += "</table>\n";
  }

  void adjustments() {
    if (sheet_.adjustments.empty()) return;
    out_ += "<h2>" + word({"Adjustments", "调整"}) + "</h2><table>";
    for (const rec::Adjustment& one : sheet_.adjustments) {
      out_ += "<tr><td class=\"id\">" + one.break_id + "</td><td>" + as_markup(one.action) + "</td><td class=\"n\">" +
              decimal(one.amount, one.currency) + " " + one.currency + "</td><td>" + as_markup(one.proposed_by) +
              " → " + as_markup(one.approved_by) + "</td><td>" + as_markup(one.reason) + "</td><td>" +
              as_markup(one.voucher) + "</td></tr>";
    }
    out_ += "</table>\n";
  }

  const Context& context_;
  const rec::Sheet& sheet_;
  std::string out_;
};

}  // namespace

std::string sheet_html(const Context& context, const rec::Sheet& sheet) { return Page(context, sheet).text(); }

}  // namespace payonce
