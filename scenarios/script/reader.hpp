#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/script/complaints.hpp"
#include "scenarios/script/story.hpp"
#include "scenarios/script/tree.hpp"
#include "scenarios/script/vocabulary.hpp"

namespace payonce::script {

/// From lines of words to what they mean. Each function reads one section and complains about what it cannot make sense of.
void read_heading(const Section& section, Story& story, Complaints& complaints);
[[nodiscard]] World read_world(const Section& section, Complaints& complaints);
[[nodiscard]] std::vector<Knob> read_knobs(const Section& section, Complaints& complaints);
[[nodiscard]] std::vector<Step> read_steps(const Section& section, const Vocabulary& vocabulary,
                                           Complaints& complaints);

/// All sections of an experiment, wherever they stand in it. `like` is the earlier experiment whose intents and actors come
/// first, or null; `world` is what the experiment begins with.
[[nodiscard]] Experiment read_experiment(const Scenario& scenario, const Experiment* like, const World& world,
                                         const Vocabulary& vocabulary, Complaints& complaints);

/// The words behind an arrow. `rule` is the verb's; `processes` is how many answers are counted, 1 if none are.
[[nodiscard]] Expectation read_expectation(const std::vector<Word>& words, std::size_t arrow, const VerbRule& rule,
                                           std::uint32_t processes, const Vocabulary& vocabulary,
                                           Complaints& complaints);

/// The words and pairs of one entry, with an amount of two words ("CNY 100.00") made one value.
struct Entry {
  std::vector<Word> words;
  std::vector<Argument> arguments;
};

/// Sorts words[from, to) into words and pairs. Complains about a pair whose name is not in `keys` or stands twice.
[[nodiscard]] Entry read_entry(const std::vector<Word>& words, std::size_t from, std::size_t to, std::string_view keys,
                               Complaints& complaints);

/// The words and pairs behind a verb, as one step. `verb` is where the verb stands; `numbered` says whether {n} means something.
void fill_step(Entry entry, Place verb, const VerbRule& rule, bool numbered, const Vocabulary& vocabulary,
               Complaints& complaints, Step& step);
/// "this should read: pay ORDER"
void complain_of_shape(Place place, const VerbRule& rule, Complaints& complaints);

/// One knob, its value checked. Its name is one of the known.
[[nodiscard]] Knob read_knob(const Argument& one, Complaints& complaints);
/// `W=off`, added to `switches`; `letters` are those that may be switched, parted by blanks.
void read_layer_switch(const Word& word, std::string_view letters, std::vector<LayerSwitch>& switches,
                       Complaints& complaints);

/// A name that can be a file's and a table's: letters of ASCII, digits, `_` and `-`, at most 64 and at least one.
[[nodiscard]] bool good_name(std::string_view name);

/// A whole number from `least` to `most`, in digits alone; otherwise complains and is empty.
[[nodiscard]] std::optional<std::uint32_t> read_number(Place place, std::string_view text, std::uint32_t least,
                                                       std::uint32_t most, Complaints& complaints);

}  // namespace payonce::script
