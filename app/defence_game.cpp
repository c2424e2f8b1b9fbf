#include "app/defence_game.hpp"

#include <algorithm>
#include <vector>

#include "app/conversation.hpp"
#include "app/lesson_view.hpp"
#include "app/print/table.hpp"
#include "app/print/wrap.hpp"
#include "app/schedule_view.hpp"
#include "ledger/values/nearest.hpp"
#include "scenarios/laboratory/explorer.hpp"
#include "scenarios/lessons/words.hpp"

namespace payonce {
namespace {

using laboratory::MatrixRow;
using lessons::Defence;
using lessons::Good;

std::string with_plus(const std::string& letters) {
  std::string text;
  for (const char letter : letters) text += (text.empty() ? "" : "+") + std::string(1, letter);
  return text;
}

/// What the learner buys is bought and told.
class Shop {
 public:
  Shop(Context& context, Defence& defence, Learner& learner, const laboratory::MatrixOptions& options)
      : context_(context), defence_(defence), learner_(learner), options_(options), talk_(context, learner) {}

  ExitStatus play() {
    for (const Defence::Standing& one : defence_.standings()) print(situation(context_, *one.row->story) + "\n");
    prices();
    for (const MatrixRow* row : defence_.hopeless()) {
      tell({row->story->name + ": nothing that is for sale settles it; the laboratory says so itself.",
            row->story->name + "：所售之物都解决不了，实验室也是这么说。"},
           "⚠ ");
    }
    for (const MatrixRow* row : defence_.uncertain()) {
      tell({row->story->name + ": the budget was over before everything was seen; what is unknown settles nothing.",
            row->story->name + "：预算用尽，未能看完；未知之处不算守住。"},
           "? ");
    }
    print("\n");
    standing(true);
    while (!defence_.settled()) {
      const auto word = learner_.word(context_.said({"buy > ", "购买 > "}));
      if (!word || !obey(lessons::small(*word))) break;
    }
    if (context_.json()) {
      context_.print(json());
    } else {
      farewell();
    }
    return status();
  }

 private:
  void print(std::string_view text) const { talk_.print(text); }
  void tell(const Text& text, std::string_view first = {}) const { talk_.tell(text, first); }

  [[nodiscard]] ExitStatus status() const {
    if (defence_.settled()) return ExitStatus::done;
    const auto all = defence_.standings();
    const bool leaks =
        std::any_of(all.begin(), all.end(), [](const Defence::Standing& one) { return !one.settled && one.known; });
    return leaks ? ExitStatus::findings : ExitStatus::cannot_say;
  }

  void prices() {
    if (context_.json()) return;
    Table table({{""},
                 {context_.said({"for sale", "商品"})},
                 {context_.said({"price", "价格"}), Align::right},
                 {context_.said({"bought", "已购"})}});
    for (const Good& one : defence_.goods()) {
      table.row({std::string(1, one.letter), context_.said(one.name), std::to_string(one.price),
                 defence_.has(one.letter) ? "✓" : ""});
    }
    print(table.text(context_.painter()));
    tell(
        {"A price is what a layer adds to every payment, in statements and commits, as the laboratory counts them; at "
         "least 1. R settles only what nothing can stop.",
         "价格：该层给每笔付款增加的语句与提交数，由实验室数出，至少为 1。R 只能了结谁也拦不住的泄漏。"});
  }

  /// What still leaks, and the shortest way to it in the first experiment that does.
  void standing(bool with_way) {
    if (context_.json()) return;
    const std::string bought =
        defence_.bought().empty() ? context_.said({"nothing", "无"}) : with_plus(defence_.bought());
    const std::string paid = std::to_string(defence_.paid());
    print(context_.said({"bought: " + bought + ", paid: " + paid, "已购：" + bought + "，已付：" + paid}) + "\n");
    const Defence::Standing* leaks = nullptr;
    const auto all = defence_.standings();
    for (const Defence::Standing& one : all) {
      print(paragraph(cell_said(context_, *one.cell), lesson_columns, "  " + one.row->story->name + "  "));
      if (one.settled && one.cell->answer == laboratory::Cell::Answer::leaks) {
        tell({"nothing can stop it, and reconciliation finds each of these leaks", "无层可拦，但对账能发现每一次泄漏"},
             "  ✓ ");
      }
      if (leaks == nullptr && !one.settled && one.cell->answer == laboratory::Cell::Answer::leaks) leaks = &one;
    }
    if (leaks != nullptr && with_way) way_to_leak(*leaks);
  }

  void way_to_leak(const Defence::Standing& one) {
    laboratory::Play play(*one.row->story, one.cell->layers, options_.grain);
    const auto graph = laboratory::explore(play, options_.budget);
    const auto path = laboratory::shortest(graph, [](const laboratory::Verdict& end) { return end.harms.any(); });
    if (!path) return;
    const std::string set = one.cell->layers.name();
    const Text so_far = graph.complete ? Text{} : Text{"so far ", "目前"};
    print("\n" +
          context_.said({"the shortest leak " + so_far.en + "of " + one.row->story->name + " with " + set + ":",
                         one.row->story->name + " 在 " + set + " 下" + so_far.zh + "最短的泄漏："}) +
          "\n");
    print(schedule_table(context_, laboratory::trace(play, laboratory::schedule_of(*one.row->story, one.cell->layers,
                                                                                   options_.grain, *path))));
  }

  /// False: the learner has had enough.
  bool obey(std::string word) {
    if (word == "quit" || word == "q" || word == "exit") {
      talk_.done("quit");
      return false;
    }
    if (word == "help" || word == "?") {
      talk_.done("help");
      tell(
          {"a letter (or buy LETTER) buys; undo gives the last purchase back; prices shows the list; why shows the "
           "shortest leak again; quit ends",
           "字母（或 buy 字母）购买；undo 退回上一次购买；prices 看价目；why 再看最短的泄漏；quit 结束"});
      return true;
    }
    if (word == "prices") {
      talk_.done(word);
      prices();
      return true;
    }
    if (word == "why") {
      talk_.done(word);
      standing(true);
      return true;
    }
    if (word == "undo" || word == "u") {
      if (!defence_.undo()) {
        refuse("undo", {"nothing has been bought", "还没有买过"});
      } else {
        talk_.done("undo");
        standing(false);
      }
      return true;
    }
    if (word == "buy")
      word = lessons::small(learner_.word(context_.said({"  which? > ", "  哪一层？> "})).value_or(""));
    if (const auto fault = defence_.buy(word)) {
      const std::vector<std::string_view> known = {"help", "prices", "why", "undo", "quit", "buy"};
      const std::string_view near = word.size() > 2 ? nearest(word, known) : std::string_view();
      const std::string meant(near);
      refuse(word, near.empty() ? fault->why : Text{"did you mean " + meant + "?", "您是指 " + meant + " 吗？"});
      return true;
    }
    talk_.done(std::string(1, defence_.bought().back()));
    print("\n");
    standing(true);
    return true;
  }

  void refuse(const std::string& word, const Text& why) { talk_.refuse(word, why); }

  void farewell() {
    const auto best = defence_.cheapest();
    std::string sets;
    for (const std::string& one : best) {
      sets += (sets.empty() ? "" : " | ") + (one.empty() ? context_.said({"nothing", "无"}) : with_plus(one));
    }
    const std::string least = best.empty() ? "" : std::to_string(defence_.cost(best.front()));
    const std::string paid = std::to_string(defence_.paid());
    print("\n");
    const bool known = defence_.cheapest_known();
    // Reconciliation stops nothing: what it settles leaks as before.
    const auto all = defence_.standings();
    const bool found = std::any_of(all.begin(), all.end(), [](const Defence::Standing& one) {
      return one.settled && one.cell->answer == laboratory::Cell::Answer::leaks;
    });
    const Text end = found ? Text{"It still leaks, and reconciliation finds each leak: settled for " + paid,
                                  "仍会泄漏，但对账能发现每一次：共付 " + paid + " 即告了结"}
                           : Text{"Nothing leaks any more, for " + paid, "不再泄漏，共付 " + paid};
    if (!defence_.settled() && status() == ExitStatus::cannot_say) {
      tell({"Whether it still leaks is unknown: the budget was over. Paid so far: " + paid + ".",
            "是否仍会泄漏尚属未知：预算用尽。已付：" + paid + "。"},
           "? ");
    } else if (!defence_.settled()) {
      tell({"It still leaks. Paid so far: " + paid + ".", "仍会泄漏。已付：" + paid + "。"}, "✖ ");
    } else if (paid == least && !known) {
      tell({end.en + "; whether it can be had for less is unknown.", end.zh + "；能否更便宜尚属未知。"}, "✓ ");
    } else if (paid == least) {
      tell({end.en + "; nobody can do it for less.", end.zh + "；没有更便宜的办法。"}, "★ ");
    } else {
      tell({end.en + "; it can be had for " + least + ".", end.zh + "；最少只需 " + least + "。"}, "✓ ");
      const std::string surplus = defence_.surplus();
      if (!surplus.empty()) {
        tell({"It would hold without " + surplus + (surplus.size() > 1 ? " (each of them alone)" : "") + ".",
              "去掉 " + surplus + (surplus.size() > 1 ? "（其中任一）" : "") + "也守得住。"},
             "  ");
      }
    }
    if (!defence_.settled() && !best.empty()) return;  // what was not found is not given away
    const Text cheapest = !best.empty() ? Text{sets + " for " + least, sets + "，共 " + least}
                          : known ? Text{"none: something leaks whatever is bought", "无：买什么都会泄漏"}
                                  : Text{"unknown: the budget was over", "未知：预算用尽"};
    const bool first_of_known = !best.empty() && !known;
    print(told_of(context_,
                  first_of_known ? Text{"the cheapest that is known: ", "已知最便宜的防线："}
                                 : Text{"the cheapest: ", "最便宜的防线："},
                  cheapest));
    for (const Defence::Standing& one : defence_.standings()) {
      const std::string name = "  " + one.row->story->name;
      print(told_of(context_, {name + ", smallest sets: ", name + " 的最小防线："}, guards_said(one.row->guards)));
    }
  }

  [[nodiscard]] std::string json() {
    std::string out;
    JsonWriter json(out);
    json.object().name("goods").array();
    for (const Good& one : defence_.goods()) {
      json.object().member("letter", std::string(1, one.letter)).member("en", one.name.en).member("zh", one.name.zh);
      json.member("price", one.price).end();
    }
    json.end();
    talk_.write(json, "words", "word");
    json.member("bought", defence_.bought()).member("paid", defence_.paid()).name("experiments").array();
    for (const Defence::Standing& one : defence_.standings()) {
      json.object().member("row", one.row->story->row).member("experiment", one.row->story->name);
      json.member("guards", laboratory::spelled(one.row->guards)).member("settled", one.settled);
      json.member("known", one.known).name("cell");
      write_cell(json, *one.cell);
      json.end();
    }
    json.end().member("settled", defence_.settled()).name("cheapest").array();
    const auto best = defence_.cheapest();
    for (const std::string& one : best) json.value(one);
    json.end().member("cheapest_known", defence_.cheapest_known()).name("least");
    if (best.empty()) {
      json.null();
    } else {
      json.value(defence_.cost(best.front()));
    }
    json.member("surplus", defence_.surplus()).member("exit", number(status())).end();
    return out + "\n";
  }

  Context& context_;
  Defence& defence_;
  Learner& learner_;
  const laboratory::MatrixOptions& options_;
  Conversation talk_;
};

}  // namespace

ExitStatus play_defence(Context& context, Defence& defence, Learner& learner,
                        const laboratory::MatrixOptions& options) {
  return Shop(context, defence, learner, options).play();
}

}  // namespace payonce
