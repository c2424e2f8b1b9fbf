# Runs at `cmake --install`. In the tree a header is "ledger/values/money.hpp"; installed, it is <payonce/values/money.hpp>, and
# so are the includes inside it. Installed are the headers a user begins with and those they include; the rest is the
# library's own.
cmake_policy(SET CMP0057 NEW)  # if(… IN_LIST …): an install script begins without any policy
file(GLOB begin_with RELATIVE ${payonce_source}/ledger ${payonce_source}/ledger/engine.hpp ${payonce_source}/ledger/idempotently.hpp
  ${payonce_source}/ledger/defences/lease_holder.hpp ${payonce_source}/ledger/defences/token.hpp
  ${payonce_source}/ledger/channel/channel.hpp ${payonce_source}/ledger/world/world.hpp
  ${payonce_source}/ledger/journal/account.hpp ${payonce_source}/ledger/store/store.hpp ${payonce_source}/ledger/wire/json_request.hpp
  ${payonce_source}/ledger/values/*.hpp)
file(REMOVE_RECURSE ${payonce_staging})
set(seen "")
while(begin_with)
  list(POP_FRONT begin_with header)
  if(header IN_LIST seen)
    continue()
  endif()
  list(APPEND seen ${header})
  file(STRINGS ${payonce_source}/ledger/${header} includes REGEX "^#include \"ledger/")
  list(TRANSFORM includes REPLACE "^#include \"ledger/([^\"]+)\".*" "\\1")
  list(APPEND begin_with ${includes})
  file(READ ${payonce_source}/ledger/${header} text)
  string(REPLACE "#include \"ledger/" "#include \"payonce/" text "${text}")
  file(WRITE ${payonce_staging}/${header} "${text}")
endwhile()
file(INSTALL ${payonce_staging}/ DESTINATION ${CMAKE_INSTALL_PREFIX}/${payonce_include}/payonce)
