#pragma once

#include <string>
#include <vector>

#include "app/context.hpp"
#include "app/experiments.hpp"
#include "ledger/values/json.hpp"
#include "scenarios/laboratory/cell.hpp"

namespace payonce {

/// What lessons are printed to: a plain terminal of so many columns (laboratory.md 5).
inline constexpr std::size_t lesson_columns = 100;

/// A sentence, wrapped; `first` in front of it.
[[nodiscard]] std::string told(const Context& context, const Text& text, std::string_view first = {});
/// The same behind a title; who reads both languages reads one below the other.
[[nodiscard]] std::string told_of(const Context& context, const Text& title, const Text& text);

/// Where an experiment corrects an article: what that says, and what the laboratory shows; "" where it does not.
[[nodiscard]] std::string corrections_said(const Context& context, const script::Story& story);
/// An experiment as somebody meets it who does not know what comes of it: its name, its sentence, who does what, what may go wrong.
[[nodiscard]] std::string situation(const Context& context, const script::Story& story);
void write_situation(JsonWriter& json, const script::Story& story);

/// "on: K idempotency key · off: W S V".
[[nodiscard]] std::string layers_said(const Context& context, const laboratory::LayerSet& layers);

/// "none of 18 schedules leaks": every one was looked at.
[[nodiscard]] Text none_leaks(const laboratory::Count& schedules);
/// "✖ 20 of 20 schedules leak: DOUBLE", "✓ none of 18 schedules leaks", "⚠ unknown…".
[[nodiscard]] std::string cell_said(const Context& context, const laboratory::Cell& cell);
/// layers, verdict, schedules, leaking, chance, harms.
void write_cell(JsonWriter& json, const laboratory::Cell& cell);

/// "S | V", or in words that nothing helps, or that nothing is needed.
[[nodiscard]] Text guards_said(const laboratory::Guards& guards);

/// A text in both languages, as an object of en and zh.
void write_text(JsonWriter& json, std::string_view name, const Text& text);

/// Every cell of these experiments, with progress on standard error. A wish to end ends the process.
[[nodiscard]] std::vector<laboratory::MatrixRow> rows_of(Context& context, const Arguments& given,
                                                         const std::vector<const script::Story*>& stories);
/// How a cell is looked at that is none of these.
[[nodiscard]] laboratory::MatrixOptions cells_from(const Arguments& given);
/// --layers without a fallback: the lesson chooses where nobody says.
[[nodiscard]] Option chosen_layers_option();

}  // namespace payonce
