#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/life/life.hpp"
#include "tests/life/tellings.hpp"

namespace payonce::life {

/// One life on its way: its events happen to a place and a model, which are compared after each.
class Course {
 public:
  Course(const Ground& ground, std::uint64_t seed, const std::vector<Event>& events, const Terms& terms);
  Outcome_of_life run();

 private:
  Outcome_of_life ended(const std::string& what);

  /// Runs the work in the program of this life; false where it died on the way.
  template <class Work>
  bool survives(const Event& event, Work&& work) {
    place_.post().manner = Post::Manner{.behaviour = event.behaviour, .takes = event.takes, .mute = event.mute};
    place_.world.die_at(event.dies_at, event.nth);
    bool alive = true;
    try {
      work(place_.engine());
    } catch (const Death&) {
      alive = false;
      place_.close();
      result_.died += 1;
      model_.left_behind(latest_ns_ = std::max(latest_ns_, place_.world.wall_ns()), place_.world.true_ns());
    }
    place_.world.die_at(std::nullopt, 0);
    place_.post().manner.reset();
    if (event.mute || !alive) model_.asked_in_vain(true);
    return alive;
  }
  /// The same for work that is answered: the answer, counted; nothing where it died.
  template <class Work>
  std::optional<Reply> told(const Event& event, Work&& work) {
    std::optional<Reply> reply;
    const bool alive = survives(event, [&](Engine& engine) { reply = work(engine); });
    count(reply);
    return alive ? reply : std::nullopt;
  }
  void count(const std::optional<Reply>& reply);

  [[nodiscard]] Wrong happen(const Event& event);
  [[nodiscard]] Wrong ask(const Event& event);
  [[nodiscard]] Wrong misuse(const Request& request);
  [[nodiscard]] Wrong recover(const Event& event);
  void take_notices(const Event& event);
  [[nodiscard]] Wrong agree();

  // life_goods.cpp
  [[nodiscard]] Wrong order(const Event& event);
  [[nodiscard]] Wrong move_goods(const Event& event);
  [[nodiscard]] Wrong tell(const Event& event);
  void redrive(const Event& event);

  // life_end.cpp
  [[nodiscard]] Wrong end();
  void rest(Place& place);
  [[nodiscard]] Wrong late(Place& other);
  [[nodiscard]] Wrong funds(Place* other);
  [[nodiscard]] std::vector<const Event*> late_messages() const;
  [[nodiscard]] Wrong replay();

  const std::vector<Event>& events_;
  const Terms& terms_;
  Place place_;
  Model model_;
  Sight sight_;
  std::map<int, Request> requests_;
  Tellings tellings_;
  std::set<int> asked_;
  Outcome_of_life result_;
  int at_ = 0;
  std::int64_t latest_ns_ = 0;  // the latest time the wall clock ever showed
};

}  // namespace payonce::life
