#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "ledger/ledger.hpp"
#include "ledger/values/result.hpp"
#include "ledger/world/world.hpp"
#include "scenarios/acquirer/acquirer.hpp"

namespace payonce {

/// Another's file, met by a command: its trouble is the channel's, and no reason to stop what does not need that channel. Every
/// Fault here names the field "channel" or "place", and the file.

/// The acquirer whose book lies there, or why it cannot be had, whatever the trouble with its file.
[[nodiscard]] Result<Acquirer> open_channel_book(const std::filesystem::path& place, World& world);
[[nodiscard]] Fault trouble_of_book(const std::filesystem::path& place, const StorageTrouble& trouble);

/// The book at a place, made there where nothing stands yet. Of several that make it at once one does, and all have it.
[[nodiscard]] Result<Acquirer> have_channel_book(const std::filesystem::path& place, World& world,
                                                 const Acquirer::Settings& settings);

/// Why no book may be kept there: it is the ledger's own file, or one that is made and removed beside another.
[[nodiscard]] std::optional<Fault> no_place_for_a_book(const std::filesystem::path& place,
                                                       const std::filesystem::path& ledger);
/// Whether two paths lead to one file, however they are spelt.
[[nodiscard]] bool same_file(const std::filesystem::path& one, const std::filesystem::path& other);

/// Why a book that was there already does not serve on these terms.
[[nodiscard]] std::optional<Fault> kept_on_other_terms(const std::filesystem::path& place,
                                                       const Acquirer::Settings& kept,
                                                       const Acquirer::Settings& wanted);

}  // namespace payonce
