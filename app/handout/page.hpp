#pragma once

#include <string>
#include <vector>

#include "app/handout/exhibit.hpp"
#include "ledger/values/text.hpp"

namespace payonce::handout {

/// An exhibit as the page shows it.
struct PagePart {
  const Exhibit* exhibit = nullptr;
  std::string text;  // the experiment as it is written
};

/// How the numbers of a page came about.
struct PageMeans {
  std::string version;  // of the program
  laboratory::Grain grain = laboratory::Grain::coarse;
  laboratory::Budget budget;
};

/// The numbers, sentences and schedules of a page, as one JSON object for its own script. What many schedules have in common, a change
/// of a row or a turn, stands in it once and is named by its place.
[[nodiscard]] std::string page_data(const std::vector<PagePart>& parts, const PageMeans& means);

/// One HTML file that needs nothing else: the leak matrix, a schedule of each cell with its player, in both languages. It begins in
/// `language` (English where that is both). Nothing but its own script and style may run or be fetched in it.
[[nodiscard]] std::string page_of(const std::vector<PagePart>& parts, const PageMeans& means, Language language);

}  // namespace payonce::handout
