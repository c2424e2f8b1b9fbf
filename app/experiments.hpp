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
  using Stories = std::vector<const script::Story*>;
  /// By its name, its row in the catalogue ("17"), or the beginning of its name. A Problem (64), with the nearest name where there is
  /// none, with those that it may mean where there are several.
  [[nodiscard]] const script::Story& named(const std::string& name) const;
  /// Those that the command names, or all where it names none.
  [[nodiscard]] Stories chosen(const Arguments& given) const;
  /// The same, where a row stands for every experiment of it.
  [[nodiscard]] Stories chosen_rows(const Arguments& given) const;
  /// The one a schedule belongs to. A Problem (64) where there is none, or its text is another by now.
  [[nodiscard]] const script::Story& of(const laboratory::Schedule& schedule) const;
  [[nodiscard]] const StoryFile& file_of(const script::Story& story) const;
  /// It alone, in the one written form.
  [[nodiscard]] std::string text_of(const script::Story& story) const;

 private:
  [[nodiscard]] Stories chosen_by(const Arguments& given, bool rows) const;
  [[noreturn]] void refuse_several(const std::string& name, const Stories& found) const;
  /// "; did you mean 02-double-click?", or where to find all.
  [[nodiscard]] Text near_name(const std::string& name) const;

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
/// The same, and a Problem (64) where it stops before the end.
[[nodiscard]] laboratory::Trace traced_whole(laboratory::Play& play, const laboratory::Schedule& schedule);
/// --mermaid; a Problem (64) where --json is there too.
[[nodiscard]] Option mermaid_option();
[[nodiscard]] bool mermaid_from(const Context& context, const Arguments& given);
/// "its name, its row, or the beginning", and that a row is every experiment of it.
[[nodiscard]] Positional rows_positional();
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
