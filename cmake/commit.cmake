# Runs at every build: which commit is being built, "" where this is no checkout. A plus behind it: with changes. The file is written
# only where that has changed, so that nothing is compiled again for it.
find_program(git git)
set(commit "")
if(git AND EXISTS ${source}/.git)
  execute_process(COMMAND ${git} -C ${source} describe --always --abbrev=7 --exclude=* --dirty=+
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(CONFIGURE OUTPUT ${file} @ONLY CONTENT [[#include "app/built_from.hpp"

namespace payonce {

std::string_view commit() { return "@commit@"; }

}  // namespace payonce
]])
