#pragma once

#include <map>
#include <string>
#include <utility>

#include "ledger/journal/account.hpp"
#include "scenarios/player/response.hpp"
#include "scenarios/script/story.hpp"

namespace payonce {
struct Request;
}

namespace payonce::player {

class Hands;

/// What the people of a story hold in their hands: the tokens they were issued, by the name the story gives them, and the fence
/// each worker was told when it took a lease.
struct Permits {
  std::map<std::string, std::string> tokens;
  std::map<std::pair<std::string, std::string>, std::int64_t> fences;  // of lease and owner
};

/// `token issue` and `lease acquire|renew|release`, as the command line would do them.
[[nodiscard]] Response issue_token(Hands& hands, const script::Step& step);
[[nodiscard]] Response hold_lease(Hands& hands, const script::Step& step);
/// `token=` and `lease=` with `owner=` of a money command.
void add_permits(Hands& hands, const script::Step& step, Request& request);

}  // namespace payonce::player
