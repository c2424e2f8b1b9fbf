#pragma once

#include <string_view>
#include <vector>

#include "scenarios/script/tree.hpp"

namespace payonce::script {

/// Brings the words of one line into their one spelling, as far as its section has one. Doing it twice changes nothing more.
void spell(std::string_view section, std::vector<Word>& words);
/// The same for the sections of an experiment.
void spell_experiment(std::string_view section, std::vector<Word>& words);

/// `key = k1` is the pair `key=k1`.
[[nodiscard]] std::vector<Word> joined(std::vector<Word> words);
/// `alice=900.00` is the comparison `alice = 900.00`.
[[nodiscard]] std::vector<Word> parted(std::vector<Word> words);

}  // namespace payonce::script
