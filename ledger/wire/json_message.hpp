#pragma once

#include <string_view>

#include "ledger/values/ids.hpp"
#include "ledger/values/message.hpp"
#include "ledger/values/result.hpp"

namespace payonce {

/// The message that a JSON object is (docs/reply.md, "Messages"). Strict in what frames it: an unknown member, a member named twice,
/// a null or a version that is no whole number is refused with the member named. Of its data the members that orders know are read
/// exactly; any others are kept, sorted and each number by its exact value, so that order, spelling and white space of the text
/// never make two messages of one. `consumer` is whose it is where it names nobody.
[[nodiscard]] Result<Message> read_message(std::string_view json, const AccountId& consumer);

/// The data alone, as it is given on the command line: an object. The members of the message that it sets are set.
[[nodiscard]] std::optional<Fault> read_message_data(std::string_view json, Message& message);

}  // namespace payonce
