#pragma once

#include <string>
#include <string_view>

#include "ledger/values/result.hpp"
#include "scenarios/laboratory/actor_world.hpp"
#include "scenarios/laboratory/choice.hpp"
#include "scenarios/laboratory/layer_set.hpp"
#include "scenarios/script/story.hpp"

namespace payonce::laboratory {

/// One schedule of one experiment under one set of layers, as a word that can be written down: `L1.3f9a2c.K0S0.aabbA`. The version of
/// this form (with an s behind it: by statements), what the experiment says, the layers (0: off, small: naive; x behind them: the
/// channel forgets), and whose turn it was, a for the first actor; a capital: it died there.
struct Schedule {
  std::string experiment;  // six digits of what the experiment says
  LayerSet layers;
  Grain grain = Grain::coarse;
  Path path;

  [[nodiscard]] std::string id() const;
  [[nodiscard]] static Result<Schedule> parse(std::string_view field, std::string_view text);
};

/// What an experiment says, folded to six digits: a schedule of another one, or of an older text of this one, is told by it.
[[nodiscard]] std::string mark_of(const script::Story& story);

[[nodiscard]] Schedule schedule_of(const script::Story& story, const LayerSet& layers, Grain grain, Path path);

}  // namespace payonce::laboratory
