#pragma once

#include <string>
#include <vector>

#include "app/handout/exhibit.hpp"
#include "ledger/values/text.hpp"

namespace payonce::handout {

/// Markdown slides, a slide an experiment with `---` between them: the situation, what an article says of it and what the laboratory
/// shows, its line of the matrix, the shortest schedule that leaks under the most layers, why, and what stops it. With both
/// languages each sentence stands in one and then in the other.
[[nodiscard]] std::string slides_of(const std::vector<Exhibit>& exhibits, Language language);

}  // namespace payonce::handout
