#include "app/handout/diagram.hpp"

#include <algorithm>

#include "app/handout/markup.hpp"
#include "ledger/values/wide.hpp"

namespace payonce::handout {
namespace {

constexpr std::size_t most_turns = 200;
// Pixels. A column holds one letter of a fixed font of 13 pixels, whichever font that is (0.60 to 0.61 of its height), and half of a
// Chinese character (0.5 of it).
constexpr int column = 8;
constexpr int line = 18;
constexpr int margin = 24;
constexpr int numbers = 12 * column;  // the number of a turn, and its time

constexpr std::string_view style =
    "<style>\n"
    "svg{background:#fcfbf8;font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Noto Sans Mono "
    "CJK "
    "SC',monospace}\n"
    "text{fill:#1d1f22;paint-order:stroke;stroke:#fcfbf8;stroke-width:4px;stroke-linejoin:round}\n"
    ".title{font-size:16px;font-weight:bold}.faint{fill:#6a6660}.bad{fill:#a3200f}.ok{fill:#1c6b34}.says{fill:#0b4f95}"
    "\n"
    ".life{stroke:#c9c3b6;stroke-dasharray:3 "
    "4}.box{fill:#f1eee6;stroke:#8f887a}rect.box+text{stroke:none;font-weight:bold}\n"
    ".go{stroke:#1d1f22;stroke-width:1.4}.back{stroke:#0b4f95;stroke-width:1.4;stroke-dasharray:6 "
    "4}.die{stroke:#a3200f;"
    "stroke-width:2.4}\n"
    "marker path{fill:#1d1f22}#back path{fill:#0b4f95}\n"
    "@media(prefers-color-scheme:dark){svg{background:#16181b}text{fill:#e8e6e1;stroke:#16181b}.faint{fill:#a19c92}"
    ".bad{fill:#ff9a8a}.ok{fill:#7fd69a}.says{fill:#8cc2ff}.life{stroke:#4b4a46}.box{fill:#24272b;stroke:#77736a}"
    ".go{stroke:#e8e6e1}.back{stroke:#8cc2ff}.die{stroke:#ff9a8a}marker path{fill:#e8e6e1}#back path{fill:#8cc2ff}}\n"
    "</style>\n"
    "<defs><marker id=\"go\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" "
    "orient=\"auto-start-reverse\"><path d=\"M0 0 10 5 0 10z\"/></marker><marker id=\"back\" viewBox=\"0 0 10 10\" "
    "refX=\"9\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto-start-reverse\"><path d=\"M0 0 10 5 0 "
    "10z\"/></marker></defs>\n";

int wide(std::string_view text) { return static_cast<int>(display_width(text)) * column; }

class Drawing {
 public:
  Drawing(const Sequence& sequence, Language language) : sequence_(sequence), language_(language) { place_lanes(); }

  std::string whole(const Caption& caption) {
    const std::string name = caption.experiment + "  " + sequence_.layers;
    write(margin, 34, name, "title");
    const std::string situation = said(caption.situation);
    write(margin, 56, situation, "faint");
    heads_ = 72;
    y_ = heads_ + 28 + line;
    for (std::size_t i = 0; i < sequence_.turns.size();) i = turn(i);
    ended_ = y_;
    end();
    std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + std::to_string(width_ + margin) +
                      "\" height=\"" + std::to_string(y_ + margin / 2) + "\" viewBox=\"0 0 " +
                      std::to_string(width_ + margin) + " " + std::to_string(y_ + margin / 2) +
                      "\" role=\"img\" aria-labelledby=\"title about\">\n<title id=\"title\">" + as_markup(name) +
                      "</title>\n<desc id=\"about\">" + as_markup(situation) + "</desc>\n" + std::string(style);
    for (std::size_t i = 0; i < names_.size(); ++i) svg += head(i);
    return svg + body_ + "</svg>\n";
  }

 private:
  [[nodiscard]] std::string said(const Text& text) const { return payonce::said(text, language_); }

  void place_lanes() {
    names_ = sequence_.actors;
    ledger_ = names_.size();
    names_.emplace_back("ledger");
    names_.insert(names_.end(), sequence_.channels.begin(), sequence_.channels.end());
    std::vector<int> lanes;
    for (const std::string& name : names_) lanes.push_back(std::max(wide(name) + 3 * column, 14 * column));
    // What an actor says must fit between it and the ledger.
    for (const Turn& one : sequence_.turns) {
      int room = 0;
      for (std::size_t i = one.actor; i < ledger_; ++i) room += lanes[i];
      const int needed = std::max(wide(said(one.does)), wide(one.told)) + 5 * column;
      if (needed > room) lanes[ledger_ - 1] += needed - room;
    }
    if (lanes.size() > ledger_ + 1) lanes.back() = wide(names_.back()) + 5 * column;
    int x = margin + numbers;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      at_.push_back(x + (wide(names_[i]) + 2 * column) / 2);
      x += lanes[i];
    }
    changes_ = x;
    width_ = x;
  }

  void grow(int x) { width_ = std::max(width_, x); }

  void write(int x, int y, std::string_view text, std::string_view kind) {
    if (text.empty()) return;
    body_ += "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\"" +
             (kind.empty() ? "" : " class=\"" + std::string(kind) + "\"") + ">" + as_markup(text) + "</text>\n";
    grow(x + wide(text) * (kind == "title" ? 5 : 4) / 4);
  }

  void arrow(int from, int to, int y, std::string_view kind) {
    const int short_of = to > from ? -2 : 2;
    body_ += "<line class=\"" + std::string(kind) + "\" x1=\"" + std::to_string(from) + "\" y1=\"" + std::to_string(y) +
             "\" x2=\"" + std::to_string(to + short_of) + "\" y2=\"" + std::to_string(y) + "\" marker-end=\"url(#" +
             std::string(kind) + ")\"/>\n";
  }

  [[nodiscard]] std::string head(std::size_t lane) const {
    const int half = wide(names_[lane]) / 2 + column;
    const std::string x = std::to_string(at_[lane]);
    return "<line class=\"life\" x1=\"" + x + "\" y1=\"" + std::to_string(heads_ + 28) + "\" x2=\"" + x + "\" y2=\"" +
           std::to_string(ended_) + "\"/>\n<rect class=\"box\" x=\"" + std::to_string(at_[lane] - half) + "\" y=\"" +
           std::to_string(heads_) + "\" width=\"" + std::to_string(2 * half) +
           "\" height=\"28\" rx=\"5\"/><text text-anchor=\"middle\" x=\"" + x + "\" y=\"" +
           std::to_string(heads_ + 19) + "\">" + as_markup(names_[lane]) + "</text>\n";
  }

  /// Nothing passes between the actor and the ledger: it looks, or time goes by.
  static bool by_itself(const Turn& one) {
    return !one.crash && !one.named && one.told.empty() && one.changes.empty() && one.channels.empty();
  }

  /// Draws the turn, and with one that only looks all of the same actor behind it. Gives the next one.
  std::size_t turn(std::size_t at) {
    const Turn& one = sequence_.turns[at];
    if (at >= most_turns) {
      const std::string left = std::to_string(sequence_.turns.size() - at);
      write(margin + numbers, y_, said({left + " more turns are not drawn", "另有 " + left + " 步未画出"}), "faint");
      y_ += line;
      return sequence_.turns.size();
    }
    std::size_t behind = at + 1;
    while (one.looks() && behind < sequence_.turns.size() && behind < most_turns && sequence_.turns[behind].looks() &&
           sequence_.turns[behind].actor == one.actor && sequence_.turns[behind].time == one.time) {
      ++behind;
    }
    const std::string last = behind == at + 1 ? "" : "–" + std::to_string(behind);
    write(margin, y_, std::to_string(one.number) + last, "faint");
    if (one.time != time_) write(margin + numbers / 2, y_, one.time, "faint");
    time_ = one.time;
    const int begin = y_;
    const int from = at_[one.actor];
    if (one.crash) {
      body_ += "<path class=\"die\" d=\"M" + std::to_string(from - 6) + " " + std::to_string(y_ - 10) +
               "l12 12m0-12l-12 12\"/>\n";
      write(from + 2 * column, y_, said(one.does), "bad");
      y_ += line;
    } else if (by_itself(one)) {
      body_ +=
          "<circle class=\"box\" cx=\"" + std::to_string(from) + "\" cy=\"" + std::to_string(y_ - 4) + "\" r=\"3\"/>\n";
      write(from + 2 * column, y_, said(one.does), one.looks() ? "faint" : "");
      y_ += line;
    } else {
      call(one, from);
    }
    int beside = begin;
    for (const std::string& change : one.changes) {
      write(changes_, beside, change, "");
      beside += line;
    }
    y_ = std::max(y_, beside) + line / 3;
    return behind;
  }

  void call(const Turn& one, int from) {
    write(from + 2 * column, y_, said(one.does), "");
    arrow(from, at_[ledger_], y_ + 7, "go");
    y_ += line + 7;
    for (const std::string& channel : one.channels) {
      const auto lane = std::find(names_.begin() + static_cast<std::ptrdiff_t>(ledger_) + 1, names_.end(), channel);
      arrow(at_[ledger_], at_[static_cast<std::size_t>(lane - names_.begin())], y_, "go");
      y_ += line;
    }
    if (one.told.empty()) return;
    write(from + 2 * column, y_, one.told, "says");
    arrow(at_[ledger_], from, y_ + 7, "back");
    y_ += line + 7;
  }

  void end() {
    y_ += line;
    if (sequence_.whole) {
      for (const Text& one : sequence_.verdict) {
        write(margin, y_, (sequence_.leaks ? "✖ " : "✓ ") + said(one), sequence_.leaks ? "bad" : "ok");
        y_ += line;
      }
      for (const Text& one : sequence_.moved) {
        write(margin + 2 * column, y_, said(one), "");
        y_ += line;
      }
      write(margin + 2 * column, y_, said({"reconciliation: ", "对账："}) + said(sequence_.found), "");
      y_ += line;
    }
    write(margin + 2 * column, y_, said({"schedule: ", "调度："}) + sequence_.id, "faint");
    y_ += line;
  }

  const Sequence& sequence_;
  Language language_;
  std::vector<std::string> names_;
  std::vector<int> at_;     // the middle of each lane
  std::size_t ledger_ = 0;  // of names_
  int changes_ = 0;         // where what changes is written
  int width_ = 0;
  int heads_ = 0;
  int ended_ = 0;
  int y_ = 0;
  std::string time_;
  std::string body_;
};

}  // namespace

std::string svg_of(const Sequence& sequence, const Caption& caption, Language language) {
  return Drawing(sequence, language).whole(caption);
}

}  // namespace payonce::handout
