#pragma once

#include "app/context.hpp"
#include "app/story_files.hpp"

namespace payonce {

/// An account that an order names as its buyer or payee is opened by that alone. Where an experiment names one nowhere else, and it is a
/// slip or two away from an account that is declared, somebody may have meant that one: a warning on standard error, with the place.
/// It refuses nothing.
void warn_of_doubtful_names(const Context& context, const StoryFile& file);

}  // namespace payonce
