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
[[nodiscard]] World read_world(const Section& section, Complaints& complaints);
[[nodiscard]] std::vector<Knob> read_knobs(const Section& section, Complaints& complaints);
[[nodiscard]] std::vector<Step> read_steps(const Section& section, const Vocabulary& vocabulary,
                                           Complaints& complaints);

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

/// A whole number from `least` to `most`, in digits alone; otherwise complains and is empty.
[[nodiscard]] std::optional<std::uint32_t> read_number(Place place, std::string_view text, std::uint32_t least,
                                                       std::uint32_t most, Complaints& complaints);

}  // namespace payonce::script
