#include "scenarios/script/layout.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "scenarios/script/lexer.hpp"
#include "scenarios/script/spelling.hpp"
#include "scenarios/script/vocabulary.hpp"

namespace payonce::script {
namespace {

/// Takes lexed lines one by one and puts each where it belongs.
class Layout {
 public:
  explicit Layout(Complaints& complaints) : complaints_(complaints) {}

  void take(LexedLine&& lexed) {
    if (lexed.blank()) {
      gap_ = true;
    } else if (lexed.words.empty()) {
      waiting_.push_back({lexed.indent, {std::move(lexed.comment), std::exchange(gap_, false), lexed.comment_place}});
    } else if (lexed.indent == 0 && !closes_together(lexed)) {
      header(std::move(lexed));
    } else {
      entry(std::move(lexed));
    }
  }

  Tree finish() {
    settle_below();
    tree_.end = take_waiting();
    if (tree_.scenarios.empty() && !tree_.end.empty()) tree_.end.front().gap = false;
    return std::move(tree_);
  }

 private:
  struct Waiting {
    std::size_t indent;
    Comment comment;
  };

  Section* section() {
    return tree_.scenarios.empty() || orphaned_ ? nullptr : &tree_.scenarios.back().sections.back();
  }

  bool closes_together(const LexedLine& lexed) const {
    return block_open_ && closes_ && lexed.words.front().kind == Word::Kind::arrow;
  }

  std::vector<Comment> take_waiting() {
    std::vector<Comment> comments;
    std::transform(waiting_.begin(), waiting_.end(), std::back_inserter(comments),
                   [](Waiting& one) { return std::move(one.comment); });
    waiting_.clear();
    return comments;
  }

  /// Indented comments at the end of a section belong to it; from the first at column 0 on they belong to what follows.
  void settle_below() {
    Section* const last = section();
    if (last == nullptr) return;
    const auto end = std::find_if(waiting_.begin(), waiting_.end(), [](const Waiting& w) { return w.indent == 0; });
    for (auto one = waiting_.begin(); one != end; ++one) last->below.push_back(std::move(one->comment));
    waiting_.erase(waiting_.begin(), end);
    if (last->lines.empty() && !last->below.empty()) last->below.front().gap = false;
  }

  void header(LexedLine&& lexed) {
    settle_below();
    block_open_ = false;
    const Word name = std::move(lexed.words.front());
    lexed.words.erase(lexed.words.begin());
    Section made;
    made.name = name.text;
    made.head = {take_waiting(),         std::exchange(gap_, false), false,
                 std::move(lexed.words), std::move(lexed.comment),   name.place};
    orphaned_ = true;
    if (name.kind != Word::Kind::bare || !is_section(name.text)) {
      complaints_.unknown(name.place, {"section", "小节"}, name.kind == Word::Kind::pair ? name.name : name.text,
                          section_names());
      return;
    }
    spell(made.name, made.head.words);
    const bool opens = made.name == "scenario";
    forget_gaps(made.head, opens);
    if (opens) {
      tree_.scenarios.push_back({});
    } else if (tree_.scenarios.empty()) {
      complaints_.add(name.place, {"a file begins with a line \"scenario NAME\"", "文件须以一行“scenario 名称”开头"});
      return;
    }
    std::vector<Section>& sections = tree_.scenarios.back().sections;
    orphaned_ = false;
    const auto twice =
        std::find_if(sections.begin(), sections.end(), [&](const Section& s) { return s.name == made.name; });
    if (twice != sections.end()) {
      complaints_.add(name.place, {"the section \"" + made.name + "\" stands twice in one scenario",
                                   "小节“" + made.name + "”在同一场景中出现两次"});
    }
    sections.push_back(std::move(made));
  }

  void entry(LexedLine&& lexed) {
    Line line{take_waiting(),         std::exchange(gap_, false), false,
              std::move(lexed.words), std::move(lexed.comment),   lexed.place};
    Section* const home = section();
    if (home == nullptr) {
      if (tree_.scenarios.empty() && !orphaned_) {
        complaints_.add(line.place, {"a file begins with a line \"scenario NAME\"", "文件须以一行“scenario 名称”开头"});
      }
      return;
    }
    spell(home->name, line.words);
    if (home->lines.empty()) (line.above.empty() ? line.gap : line.above.front().gap) = false;
    if (block_open_) {
      line.inside = line.words.front().kind != Word::Kind::arrow && lexed.indent > block_indent_;
      block_open_ = line.inside;
    }
    const Word& first = line.words.front();
    if (!block_open_ && home->name == "steps" && (first.is("together") || first.is("repeat"))) {
      block_open_ = true;
      closes_ = first.is("together");
      block_indent_ = lexed.indent;
    }
    home->lines.push_back(std::move(line));
  }

  /// The printer sets a blank line before each scenario and none before another section; others near a header are not kept.
  static void forget_gaps(Line& head, bool opens) {
    if (head.above.empty() || !opens) head.gap = false;
    for (Comment& comment : head.above) comment.gap = comment.gap && opens;
    if (!head.above.empty()) head.above.front().gap = false;
  }

  Complaints& complaints_;
  Tree tree_;
  std::vector<Waiting> waiting_;
  bool gap_ = false;
  bool orphaned_ = false;    // the lines that follow belong to a header that was refused
  bool block_open_ = false;  // a together or a repeat
  bool closes_ = false;      // it is closed by a line of its own, with an arrow
  std::size_t block_indent_ = 0;
};

}  // namespace

Tree lay_out(std::string_view bytes, Complaints& complaints) {
  Layout layout(complaints);
  for (LexedLine& line : lex(bytes, complaints)) layout.take(std::move(line));
  return layout.finish();
}

}  // namespace payonce::script
