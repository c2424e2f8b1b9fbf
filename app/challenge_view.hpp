#pragma once

#include <string>

#include "app/context.hpp"
#include "scenarios/lessons/challenge.hpp"

namespace payonce {

/// A level before its first turn: what happens, under which layers, how many schedules leak, and what par is.
[[nodiscard]] std::string level_said(const Context& context, const lessons::Challenge& level);
/// Who can do what now, each with its key; "" at the end of a schedule.
[[nodiscard]] std::string board_said(const Context& context, const lessons::Challenge& level);
/// What has moved more often than it may, though the schedule is not over; "" where nothing has.
[[nodiscard]] std::string too_often_said(const Context& context, lessons::Challenge& level);
/// The rows that are others than at the beginning.
[[nodiscard]] std::string tables_said(const Context& context, lessons::Challenge& level);
/// What the learner can say.
[[nodiscard]] std::string keys_said(const Context& context);

/// At the end of a schedule in which nothing leaked: how many of all were tried, where it is known how many there are.
[[nodiscard]] std::string over_said(const Context& context, const lessons::Challenge& level);

}  // namespace payonce
