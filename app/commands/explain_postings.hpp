#pragma once

#include "app/context.hpp"

namespace payonce {

/// The posting rules as the file holds them, event by event: debit / credit.
ExitStatus explain_postings(Context& context);

}  // namespace payonce
