#include <fmt/format.h>

#include <map>

#include "app/handout/page.hpp"
#include "app/handout/sequence.hpp"
#include "ledger/values/json.hpp"

namespace payonce::handout {
namespace {

using laboratory::Cell;

void member(JsonWriter& json, std::string_view name, const Text& text) {
  json.name(name);
  if (text.en == text.zh) {
    json.value(text.en);
  } else {
    json.object().member("en", text.en).member("zh", text.zh).end();
  }
}

/// A list in which equal things stand once.
class Pool {
 public:
  std::size_t place_of(std::string json) {
    const auto [found, fresh] = places_.emplace(std::move(json), all_.size());
    if (fresh) all_.push_back(&found->first);
    return found->second;
  }
  void write(JsonWriter& json, std::string_view name) const {
    json.name(name).array();
    for (const std::string* one : all_) json.raw(*one);
    json.end();
  }

 private:
  std::map<std::string, std::size_t> places_;
  std::vector<const std::string*> all_;
};

class Data {
 public:
  std::string whole(const std::vector<PagePart>& parts, const PageMeans& means) {
    std::string rows;
    JsonWriter json(rows);
    json.array();
    for (const PagePart& part : parts) write_row(json, part);
    json.end();
    std::string out;
    JsonWriter page(out);
    page.object().member("version", means.version);
    page.member("statements", means.grain == laboratory::Grain::statements);
    page.member("states", means.budget.states).member("seconds", means.budget.time.ns / 1'000'000'000);
    page.name("harms").object();
    for (const laboratory::Harm harm : script::every_harm) member(page, script::name(harm), laboratory::words(harm));
    page.end();
    changes_.write(page, "changes");
    turns_.write(page, "turns");
    traces_.write(page, "traces");
    page.name("rows").raw(rows).end();
    return out;
  }

 private:
  std::size_t change(const laboratory::Change& change) {
    std::string out;
    JsonWriter json(out);
    constexpr std::string_view signs = "+~-";
    json.object().member("table", change.table).member("row", change.row);
    json.member("kind", signs.substr(static_cast<std::size_t>(change.kind), 1));
    json.member("short", laboratory::in_short(change)).name("fields").array();
    for (const auto& field : change.fields) {
      if (field.before.empty() && field.after.empty()) continue;  // NULL in a row that was not there before
      json.array().value(field.name).value(field.before).value(field.after).end();
    }
    json.end().end();
    return changes_.place_of(std::move(out));
  }

  std::size_t turn(const Turn& turn, const laboratory::Event& event) {
    std::string out;
    JsonWriter json(out);
    json.object().member("time", turn.time).member("actor", turn.actor).member("crash", turn.crash);
    member(json, "does", turn.does);
    json.member("step", turn.step).member("told", turn.told).name("lines").array();
    for (const Text& line : lines_of(turn)) {
      json.object();
      member(json, "text", line);
      json.end();
    }
    json.end().name("points").array();
    for (const Step step : event.passed) json.value(label(step));
    json.end().name("changes").array();
    for (const laboratory::Change& one : event.changes) json.value(change(one));
    json.end().end();
    return turns_.place_of(std::move(out));
  }

  std::size_t trace(const laboratory::Trace& trace) {
    const Sequence sequence = sequence_of(trace);
    std::string out;
    JsonWriter json(out);
    json.object().member("id", sequence.id).member("leaks", sequence.leaks).name("actors").array();
    for (const std::string& actor : sequence.actors) json.value(actor);
    json.end().name("turns").array();
    for (std::size_t i = 0; i < sequence.turns.size(); ++i) json.value(turn(sequence.turns[i], trace.events[i]));
    json.end().name("harms").array();
    for (const std::string& harm : sequence.harms) json.value(harm);
    json.end().name("moved").array();
    for (const Text& one : sequence.moved) {
      json.object();
      member(json, "text", one);
      json.end();
    }
    json.end();
    member(json, "found", sequence.found);
    json.end();
    return traces_.place_of(std::move(out));
  }

  void write_cell(JsonWriter& json, const Cell& cell, const Specimen& specimen) {
    constexpr std::array<std::string_view, 3> answers = {"safe", "leaks", "unknown"};
    json.object().member("layers", cell.layers.name());
    json.member("verdict", answers[static_cast<std::size_t>(cell.answer)]);
    json.member("schedules", cell.tally.schedules.text()).member("leaking", cell.tally.leaking.text());
    json.member("share", fmt::format("{:.6f}", cell.tally.leaking.share_of(cell.tally.schedules)));
    json.member("chance", fmt::format("{:.6f}", cell.tally.chance)).member("complete", cell.tally.complete);
    json.member("states", cell.states).name("harms").object();
    for (const laboratory::Harm harm : script::every_harm) {
      const laboratory::Count& count = cell.tally.by_harm[static_cast<std::size_t>(harm)];
      if (!count.zero()) json.member(script::name(harm), count.text());
    }
    json.end();
    write_counts(json, "stopped_by", cell.tally.stopped_by, cell.tally.schedules);
    write_counts(json, "replies", cell.tally.outcomes, cell.tally.schedules);
    json.member("unseen", cell.tally.unseen_by_reconciliation.text());
    if (specimen.trace) {
      json.member("trace", trace(*specimen.trace)).member("switches", specimen.switches);
      json.member("cure", specimen.cure);
    }
    json.end();
  }

  static void write_counts(JsonWriter& json, std::string_view name,
                           const std::map<std::string, laboratory::Count>& counts, const laboratory::Count& all) {
    json.name(name).array();
    for (const auto& [what, count] : counts) {
      json.array().value(what).value(count.text()).value(fmt::format("{:.4f}", count.share_of(all))).end();
    }
    json.end();
  }

  void write_row(JsonWriter& json, const PagePart& part) {
    const script::Story& story = *part.exhibit->row.story;
    json.object().member("row", story.row).member("name", story.name);
    member(json, "about", {story.en, story.zh});
    member(json, "rule", story.rule.text());
    json.name("claims").array();
    for (const script::Claim& claim : story.tests) {
      std::string numbers;
      for (const std::string& number : claim.numbers) numbers += (numbers.empty() ? "" : ", ") + number;
      json.array().value(numbers).value(claim.sentence).end();
    }
    json.end().name("corrections").array();
    for (const script::Correction& one : story.corrections) {
      json.object();
      member(json, "says", one.says.text());
      member(json, "shows", one.shows.text());
      json.end();
    }
    json.end();
    member(json, "guards", signed_guards(part.exhibit->row));
    json.member("worst", worst_harm(part.exhibit->row));
    member(json, "seen", seen_by_reconciliation(part.exhibit->row));
    json.member("text", part.text).name("cells").array();
    for (std::size_t i = 0; i < part.exhibit->row.cells.size(); ++i)
      write_cell(json, part.exhibit->row.cells[i], part.exhibit->specimens[i]);
    json.end().end();
  }

  Pool changes_;
  Pool turns_;
  Pool traces_;
};

}  // namespace

std::string page_data(const std::vector<PagePart>& parts, const PageMeans& means) { return Data().whole(parts, means); }

}  // namespace payonce::handout
