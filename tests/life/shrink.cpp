#include "tests/life/life.hpp"

namespace payonce::life {
namespace {

constexpr int most_lives = 600;  // a life takes milliseconds: a few seconds for a list that will be read for an hour

}  // namespace

std::vector<Event> shrunk(const Ground& ground, std::uint64_t seed, std::vector<Event> events, const Failure& failure,
                          const Terms& terms) {
  // What came behind the failure has no part in it.
  if (failure.event >= 0) std::erase_if(events, [&](const Event& event) { return event.id > failure.event; });
  int lives = 0;
  const auto fails = [&](const std::vector<Event>& fewer) {
    lives += 1;
    const auto met = live(ground, seed, fewer, terms).failure;
    return met && met->kind() == failure.kind();
  };
  for (std::size_t run = events.size() / 2; run > 0 && lives < most_lives;) {
    bool dropped = false;
    for (std::size_t from = 0; from < events.size() && lives < most_lives;) {
      std::vector<Event> fewer = events;
      const auto first = fewer.begin() + static_cast<std::ptrdiff_t>(from);
      fewer.erase(first, first + static_cast<std::ptrdiff_t>(std::min(run, fewer.size() - from)));
      if (fails(fewer)) {
        events = std::move(fewer);
        dropped = true;
      } else {
        from += run;
      }
    }
    if (!dropped || run > 1) run /= 2;
  }
  return events;
}

std::string case_file(std::uint64_t seed, const std::vector<Event>& events, const Failure& failure,
                      const Terms& terms) {
  std::string text =
      "# seed " + std::to_string(seed) + ", event " + std::to_string(failure.event) + ": " + failure.what + "\n";
  if (terms.held_back) text += "held_back\n";
  for (const Event& event : events) text += line(event) + "\n";
  return text;
}

}  // namespace payonce::life
