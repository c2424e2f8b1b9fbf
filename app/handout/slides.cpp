#include "app/handout/slides.hpp"

#include <algorithm>
#include <array>

#include "app/handout/sequence.hpp"
#include "ledger/values/wide.hpp"

namespace payonce::handout {
namespace {

using laboratory::Cell;
using laboratory::LayerSet;

/// A slide has room for about so many lines of a schedule; what only looks is left out before anything else.
constexpr std::size_t most_lines = 14;

/// The columns of a slide; the one whose leak is shown stands among them in any case.
constexpr std::array<std::string_view, 7> telling = {"KWSV", "KWS-", "KW-V", "KW--", "K---", "----", "KWSV-X"};

/// As a sentence of its own: nothing in it is a mark of Markdown or of HTML.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\`*_[]<>#|").find(c) != std::string_view::npos) out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

class Slides {
 public:
  explicit Slides(Language language) : language_(language) {}

  std::string whole(const std::vector<Exhibit>& exhibits) {
    out_ = "# payonce\n\n";
    paragraph("", {"The laboratory: every schedule, every crash, with any layer switched off.",
                   "实验室：穷举每个调度与每次崩溃，任意一层都可关闭。"});
    paragraph("", {"K idempotency key · W dedup window · S state machine · V unique voucher · R reconciliation · X the "
                   "channel remembers our reference",
                   "K 幂等键 · W 去重窗口 · S 状态机 · V 唯一凭证 · R 对账 · X 渠道记得我方参考号"});
    for (const Exhibit& exhibit : exhibits) slide(exhibit);
    return out_;
  }

 private:
  [[nodiscard]] std::string said(const Text& text) const { return payonce::said(text, language_); }

  void paragraph(const std::string& before, const Text& text) {
    if (text.en.empty()) return;
    if (language_ != Language::zh) out_ += before + plain(text.en) + "\n\n";
    if (language_ != Language::en && (language_ == Language::zh || text.zh != text.en))
      out_ += before + plain(text.zh) + "\n\n";
  }

  void slide(const Exhibit& exhibit) {
    const script::Story& story = *exhibit.row.story;
    out_ += "---\n\n## " + plain(story.name) + "\n\n";
    paragraph("", {story.en, story.zh});
    for (const script::Correction& one : story.corrections) {
      label({"The article says", "文章说"}, one.says.text());
      label({"The laboratory shows", "实验表明"}, one.shows.text());
    }
    matrix_line(exhibit.row);
    if (const Cell* const cell = most_guarded_leak(exhibit.row)) {
      const Specimen& specimen = exhibit.specimens[static_cast<std::size_t>(cell - exhibit.row.cells.data())];
      counterexample(*cell, specimen);
      label({"Why", "原因"}, story.rule.text());
      label({"Cure", "对策"}, specimen.cure.empty() ? Text{"no further layer stops it", "再加任何层也拦不住"}
                              : specimen.cure == laboratory::unknown_word
                                  ? Text{"unknown: the budget was over", "未知：预算用尽"}
                                  : Text{"add " + specimen.cure, "加上 " + specimen.cure});
    } else {
      label({"Why", "原因"}, story.rule.text());
    }
  }

  void label(const Text& what, const Text& text) {
    if (text.en.empty() && text.zh.empty()) return;
    if (language_ != Language::zh && !text.en.empty()) out_ += "**" + what.en + ":** " + plain(text.en) + "\n\n";
    if (language_ != Language::en && !text.zh.empty()) out_ += "**" + what.zh + "：** " + plain(text.zh) + "\n\n";
  }

  void matrix_line(const laboratory::MatrixRow& row) {
    std::string heads = "| " + said({"guards", "最小防线"}) + " |";
    std::string rule = "|---|";
    const Cell* const shown = most_guarded_leak(row);
    std::string cells = "| " + plain(said(signed_guards(row))) + " |";
    for (const Cell& cell : row.cells) {
      const std::string name = cell.layers.name();
      const bool told = std::find(telling.begin(), telling.end(), name) != telling.end() || &cell == shown;
      if (!told) continue;
      heads += " " + name + " |";
      rule += "---|";
      cells += " " + cell_text(cell) + " |";
    }
    out_ += heads + "\n" + rule + "\n" + cells + "\n\n";
  }

  static std::string cell_text(const Cell& cell) {
    if (cell.answer == Cell::Answer::safe) return "·";
    if (cell.answer == Cell::Answer::unknown) return "?";
    return "✖ " + cell.tally.leaking.text() + "/" + cell.tally.schedules.text() + (cell.tally.complete ? "" : "+");
  }

  void counterexample(const Cell& cell, const Specimen& specimen) {
    if (!specimen.trace) return;
    const Sequence sequence = sequence_of(*specimen.trace);
    const std::string turns = std::to_string(sequence.turns.size());
    const std::string switches = std::to_string(specimen.switches);
    const Text so_far = cell.tally.complete ? Text{} : Text{"so far ", "目前"};
    label({"Shortest leak " + so_far.en + "under " + cell.layers.name(),
           cell.layers.name() + " 之下" + (so_far.zh.empty() ? "的" : so_far.zh + "的") + "最短反例"},
          {switches + (switches == "1" ? " change" : " changes") + " of actor, " + turns + " turns",
           "切换 " + switches + " 次，共 " + turns + " 步"});
    std::size_t widest = 0;
    for (const std::string& actor : sequence.actors) widest = std::max(widest, display_width(actor));
    out_ += "```text\n";
    std::size_t lines = 0;
    for (const Turn& turn : sequence.turns) {
      if (turn.looks()) continue;
      if (++lines > most_lines) {
        out_ += "…\n";
        break;
      }
      std::string line = pad_left(std::to_string(turn.number), turns.size()) + "  " +
                         pad_right(sequence.actors[turn.actor], widest) + "  " + said(turn.does);
      if (!turn.told.empty()) line += "  → " + turn.told;
      for (std::size_t i = 0; i < std::min<std::size_t>(turn.changes.size(), 3); ++i)
        line += (i == 0 ? "  | " : ", ") + turn.changes[i];
      if (turn.changes.size() > 3) line += ", …";
      out_ += printable(line) + "\n";
    }
    for (const Text& one : sequence.verdict) out_ += "✖ " + said(one) + "\n";
    out_ += "```\n\n";
    out_ += "`payonce lab replay " + sequence.id + "`\n\n";
  }

  Language language_;
  std::string out_;
};

}  // namespace

std::string slides_of(const std::vector<Exhibit>& exhibits, Language language) {
  return Slides(language).whole(exhibits);
}

}  // namespace payonce::handout
