#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>
#include <utility>

#include "scenarios/script/experiment_reading.hpp"

namespace payonce::script {
namespace {

constexpr std::string_view switched = "K W S V R X";
constexpr std::string_view at_home = "ledger";
constexpr std::string_view verdict_shape = "DOUBLE [at bank] in all, some, none or 6 of 70; or safe";

/// What the design calls two findings in everyday words, and what they are called by those who find them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> everyday = {
    {{"bank_twice", "dup_at_channel"}, {"charged_not_booked", "status_lag"}}};

class VerdictReader {
 public:
  VerdictReader(const std::vector<Word>& words, ExperimentReading& reading, Expected& expected)
      : words_(words), reading_(reading), expected_(expected) {}

  void read() {
    for (; !done() && !word().is(":"); ++at_) setting(word());
    if (at_ == 1) {
      const std::string shape = words_[0].text + (words_[0].is("layers") ? " W=off" : " window=30s") + " : VERDICT";
      return should_read(words_[0].place, shape);
    }
    if (done()) {
      return add(words_[0].place, {"a colon is missing, and behind it what comes of it: … : DOUBLE in some",
                                   "缺少冒号及其后的结论：… : DOUBLE in some"});
    }
    ++at_;
    if (word_is("safe")) {
      ++at_;
      safe_ = true;
    } else {
      leak();
    }
    while (good_ && !done()) {
      if (!word().is("|")) return add(word().place, {"nothing more is expected here", "此处不应再有内容"});
      ++at_;
      if (word_is("audit")) {
        audit();
      } else if (safe_) {
        return add(place(), {"behind \"safe\" stands no harm", "“safe”之后不能再写损害"});
      } else {
        leak();
      }
    }
  }

 private:
  [[nodiscard]] bool done() const { return at_ >= words_.size(); }
  [[nodiscard]] const Word& word() const { return words_[at_]; }
  [[nodiscard]] bool word_is(std::string_view text) const { return !done() && word().is(text); }
  [[nodiscard]] Place place() const { return done() ? words_.back().place : word().place; }

  void add(Place where, Text why) {
    good_ = false;
    reading_.complaints.add(where, std::move(why));
  }
  void should_read(Place where, std::string_view shape) {
    add(where, {"this should read: " + std::string(shape), "应写作：" + std::string(shape)});
  }
  void unknown(const Word& one, const Text& what, std::string_view text, const std::vector<std::string_view>& all) {
    good_ = false;
    reading_.complaints.unknown(one.place, what, text, all);
  }

  void setting(const Word& one) {
    const bool letter = one.kind == Word::Kind::pair && one.name.size() == 1;
    if (expected_.kind == Expected::Kind::layers || letter) {
      return read_layer_switch(one, switched, expected_.layers, reading_.complaints);
    }
    if (one.kind != Word::Kind::pair) {
      return add(one.place, {"what a variant has otherwise is written name=value", "变体的设置须写作 名称=值"});
    }
    const bool twice = std::any_of(expected_.changes.begin(), expected_.changes.end(), [&](const Change& other) {
      return (other.of.empty() ? other.name : other.of + '.' + other.name) == one.name;
    });
    if (twice)
      return add(one.place, {"\"" + shown(one.name) + "\" stands twice here", "“" + shown(one.name) + "”在此出现两次"});
    const std::size_t dot = one.name.find('.');
    if (dot != std::string::npos) return setting_of(one, one.name.substr(0, dot), one.name.substr(dot + 1));
    if (one.name == "schedule") {
      if (one.text != "all" && one.text != "in-order") {
        return unknown(one, {"schedule", "调度方式"}, one.text, {"all", "in-order"});
      }
      return expected_.changes.push_back({{}, one.name, one.text, {}, one.place});
    }
    static const std::string knobs = "schedule " + std::string(knobs_of_time) + ' ' + std::string(knobs_of_words);
    const std::vector<std::string_view> all = parted_by_blanks(knobs);
    if (std::find(all.begin(), all.end(), one.name) == all.end()) {
      return unknown(one, {"knob", "参数"}, one.name, all);
    }
    Knob knob = read_knob({one.name, one.text, one.place}, reading_.complaints);
    expected_.changes.push_back({{}, std::move(knob.name), std::move(knob.value), knob.duration, one.place});
  }

  /// `bank.dedup=none`, `retry.resume=off`
  void setting_of(const Word& one, std::string of, std::string name) {
    static const std::vector<std::string_view> all = {"dedup", "settle-delay", "key-window", "resume"};
    if (std::find(all.begin(), all.end(), name) == all.end()) {
      return unknown(one, {"setting of a channel or an actor", "渠道或参与者的设置"}, name, all);
    }
    const bool actor = name == "resume";
    if (!reading_.known(actor ? reading_.actors : reading_.channels, actor ? actor_word : channel_word, one.place,
                        of)) {
      return;
    }
    Change made{std::move(of), std::move(name), one.text, {}, one.place};
    if (made.name == "dedup" || actor) {
      const std::vector<std::string_view> values =
          actor ? std::vector<std::string_view>{"on", "off"} : std::vector<std::string_view>{"ref", "none"};
      if (std::find(values.begin(), values.end(), one.text) == values.end()) {
        return unknown(one, {"value of " + made.name, made.name + " 的值"}, one.text, values);
      }
    } else {
      const Result<Duration> duration = Duration::parse(made.name, one.text);
      if (!duration) return add(one.place, duration.error().why);
      made.duration = *duration;
    }
    expected_.changes.push_back(std::move(made));
  }

  void leak() {
    Leak made;
    made.place = place();
    if (done() || word().is("|")) return should_read(place(), verdict_shape);
    if (word().is("safe")) return add(place(), {"\"safe\" stands alone", "“safe”须单独出现"});
    const auto harm = read_harm(word(), reading_.complaints);
    if (!harm) {
      good_ = false;
      return;
    }
    made.harm = *harm;
    ++at_;
    if (word_is("at") && at_ + 1 < words_.size()) {
      const Word& channel = words_[at_ + 1];
      if (!channel.is(at_home) && !reading_.known(reading_.channels, channel_word, channel.place, channel.text)) {
        good_ = false;
        return;
      }
      made.at = channel.text;
      at_ += 2;
    }
    if (!word_is("in") || at_ + 1 >= words_.size()) return should_read(made.place, verdict_shape);
    ++at_;
    if (share(made)) expected_.leaks.push_back(std::move(made));
  }

  bool share(Leak& made) {
    const Word& how = words_[at_++];
    if (how.is("all") || how.is("some") || how.is("none")) {
      made.share = how.is("all") ? Leak::Share::all : how.is("some") ? Leak::Share::some : Leak::Share::none;
      return true;
    }
    made.share = Leak::Share::counted;
    if (how.kind != Word::Kind::bare || how.text.front() < '0' || how.text.front() > '9') {
      unknown(how, {"share of the schedules", "占比"}, how.kind == Word::Kind::pair ? how.name : how.text,
              {"all", "some", "none", "N of M"});
      return false;
    }
    if (!word_is("of") || at_ + 1 >= words_.size()) {
      should_read(how.place, verdict_shape);
      return false;
    }
    const Word& of = words_[at_ + 1];
    at_ += 2;
    if (!whole(how.text, made.leaking) || !whole(of.text, made.schedules) || made.leaking > made.schedules ||
        made.schedules == 0) {
      add(how.place, {"so many schedules cannot leak of so many: " + shown(how.text) + " of " + shown(of.text),
                      "泄漏的调度数不能是：" + shown(how.text) + " of " + shown(of.text)});
      return false;
    }
    return true;
  }

  static bool whole(std::string_view text, std::uint64_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
  }

  /// `audit silent`, or `audit finds CODE, CODE`
  void audit() {
    const Place start = place();
    ++at_;
    if (expected_.audit) return add(start, {"\"audit\" stands twice here", "“audit”在此出现两次"});
    expected_.audit.emplace();
    if (word_is("silent")) return void(++at_);
    if (!word_is("finds")) return should_read(start, "audit finds CODE, CODE; or audit silent");
    bool comma = true;
    for (++at_; !done() && comma && word().kind == Word::Kind::bare && !word().is("|"); ++at_) {
      std::string_view code = word().text;
      comma = code.ends_with(',');
      if (comma) code.remove_suffix(1);
      finding(word(), underscored(code));
    }
    if (comma) add(start, {"a code of a finding is missing here", "此处缺少差异代码"});
  }

  void finding(const Word& at, std::string code) {
    const auto found = std::find_if(everyday.begin(), everyday.end(), [&](const auto& e) { return e.first == code; });
    if (found != everyday.end()) code = found->second;
    good_ = reading_.known(reading_.vocabulary.findings, {"finding", "差异代码"}, at.place, code) && good_;
    expected_.audit->push_back(std::move(code));
  }

  const std::vector<Word>& words_;
  std::size_t at_ = 1;
  bool good_ = true;
  bool safe_ = false;
  ExperimentReading& reading_;
  Expected& expected_;
};

}  // namespace

void read_layers_and_verdict(const std::vector<Word>& words, ExperimentReading& reading, Expected& expected) {
  VerdictReader(words, reading, expected).read();
}

}  // namespace payonce::script
