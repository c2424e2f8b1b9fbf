#pragma once

#include <cstdint>
#include <string>

#include "app/command.hpp"
#include "app/context.hpp"
#include "ledger/values/answer.hpp"
#include "ledger/values/message.hpp"

namespace payonce {

/// The message that a command line writes down: its event, order, version, id, and its data as options or as JSON.
[[nodiscard]] Message message_from(const Arguments& given);
/// The options it is written with, and the one that says for whom.
[[nodiscard]] std::vector<Option> message_options();
[[nodiscard]] Option consumer_option();
[[nodiscard]] AccountId consumer_of(const Arguments& given);

/// A reply with the place of its message in the input, and what it was, where that could be read (docs/reply.md, "Messages"); a line
/// with its end.
[[nodiscard]] std::string delivery_json(const Reply& reply, std::int64_t line, const Message* message);
/// The same for people, on one line.
[[nodiscard]] std::string delivery_text(const Context& context, const Reply& reply, std::int64_t line,
                                        const Message* message);

}  // namespace payonce
