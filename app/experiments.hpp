#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/command.hpp"
#include "app/context.hpp"
#include "app/story_files.hpp"
#include "scenarios/laboratory/matrix.hpp"
#include "scenarios/laboratory/schedule.hpp"
#include "scenarios/laboratory/trace.hpp"

namespace payonce {

/// The experiments a laboratory command is about: those of the catalogue that is shipped, or of --from.
class Experiments {
 public:
  /// A Problem (64) where a file cannot be understood, or no experiment is in it.
  Experiments(Context& context, const Arguments& given);

  [[nodiscard]] const std::vector<const script::Story*>& all() const { return all_; }
  /// By its name, the beginning of it, or its row in the catalogue ("42"). A Problem (64), with the nearest name, where there is none.
  [[nodiscard]] const script::Story& named(const std::string& name) const;
  /// Those that the command names, or all where it names none.
  [[nodiscard]] std::vector<const script::Story*> chosen(const Arguments& given) const;
  /// The same, where a row stands for every experiment of it and not for its first alone.
  [[nodiscard]] std::vector<const script::Story*> chosen_rows(const Arguments& given) const;
  /// The one a schedule belongs to. A Problem (64) where there is none, or its text is another by now.
  [[nodiscard]] const script::Story& of(const laboratory::Schedule& schedule) const;
  [[nodiscard]] const StoryFile& file_of(const script::Story& story) const;
  /// It alone, in the one written form.
  [[nodiscard]] std::string text_of(const script::Story& story) const;

 private:
  std::vector<StoryFile> files_;
  std::vector<const script::Story*> all_;
};

/// --from, --layers, --statements, --states, --seconds, as laboratory commands take them.
[[nodiscard]] Option from_option();
[[nodiscard]] Option layers_option();
[[nodiscard]] std::vector<Option> exploring_options();
[[nodiscard]] Option threads_option();
[[nodiscard]] Positional experiment_positional();
[[nodiscard]] laboratory::LayerSet layers_from(const Arguments& given);
[[nodiscard]] laboratory::Grain grain_from(const Arguments& given);
[[nodiscard]] laboratory::Budget budget_from(const Arguments& given);
/// Of --threads, else one a processor.
[[nodiscard]] unsigned threads_from(const Arguments& given);

/// What `work` does with a play, its world's faults told as a Problem (64).
template <class Work>
auto playing(Work&& work);
/// The schedule, played once more; a Problem (64) that names the turn where it no longer fits.
[[nodiscard]] laboratory::Trace traced(laboratory::Play& play, const laboratory::Schedule& schedule);
[[noreturn]] void refuse_world(const laboratory::Unplayable& met);

template <class Work>
auto playing(Work&& work) {
  try {
    return work();
  } catch (const laboratory::Unplayable& met) {
    refuse_world(met);
  }
}

}  // namespace payonce
