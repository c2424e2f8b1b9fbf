#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "scenarios/script/reader.hpp"

namespace payonce::script {

/// Names that may be mentioned, each with the place of what it names among its kind. In order, so that messages are the same
/// every time.
using Names = std::map<std::string, std::size_t, std::less<>>;

/// An experiment while it is read. Its sections are read in the order in which they mention each other, whatever their order in
/// the file: intents, actors, faults, schedule, expect. So a name that is not yet here is the name of nothing.
struct ExperimentReading {
  const World& world;
  const Vocabulary& vocabulary;
  Complaints& complaints;
  Experiment made;
  Names intents;
  Names actors;
  Names channels;
  Names orders;  // all that a world, an intent or a step speaks of: a message may bring an order that is not there yet

  /// Whether the name is one of them; otherwise complains, and offers the nearest.
  bool known(const Names& names, const Text& what, Place place, std::string_view name);
  /// The same of a word of the ledger; of a kind that is not checked, every word is known.
  bool known(const std::vector<std::string>& all, const Text& what, Place place, std::string_view word);
};

void read_intents(const Section& section, ExperimentReading& reading);
void read_actors(const Section& section, ExperimentReading& reading);
void read_faults(const Section& section, ExperimentReading& reading);
void read_schedule(const Section& section, ExperimentReading& reading);
void read_expected(const Section& section, ExperimentReading& reading);

/// What stands behind the colon of an expectation, and before it: switches and settings, then harms and what an audit says.
void read_layers_and_verdict(const std::vector<Word>& words, ExperimentReading& reading, Expected& expected);

/// An outcome or the code of a finding, which may be written with - for _.
[[nodiscard]] std::string underscored(std::string_view word);
/// `sometimes DOUBLE`, or what is behind a colon: complains where the word is no harm.
[[nodiscard]] std::optional<Harm> read_harm(const Word& word, Complaints& complaints);

inline const Text intent_word{"intent", "意图"};
inline const Text actor_word{"actor", "参与者"};
inline const Text channel_word{"channel", "渠道"};
inline const Text order_word{"order", "订单"};
inline const Text state_word{"status of an order", "订单状态"};

}  // namespace payonce::script
