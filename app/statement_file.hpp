#pragma once

#include <fstream>
#include <optional>
#include <string>

#include "app/command.hpp"
#include "app/context.hpp"
#include "ledger/layers/reconciliation_staging.hpp"

namespace payonce {

/// An ordinary file that can be read, else a Problem (74) under this field: a pipe could not be read twice.
[[nodiscard]] std::ifstream opened_file(const std::string& field, const std::string& path);

/// What a command says about the statement files it is given: one channel, one account, one map for all of them.
struct FilesGiven {
  std::string channel;
  std::string account;
  std::optional<statements::FieldMap> map{};
  std::string map_text{};
  std::optional<statements::Day> from{};
  std::optional<statements::Day> to{};
  std::string actor;
};

/// --account, --map, --from, --to and --actor. A Problem where one of them is nothing.
[[nodiscard]] FilesGiven files_given(const Arguments& given, std::string channel);
[[nodiscard]] std::vector<Option> files_options();
/// "2026-11-29", or a Problem that names the field.
[[nodiscard]] statements::Day day_from(const std::string& field, const std::string& text);

/// Imports one file; a Problem (74) where it cannot be read.
[[nodiscard]] reconciliation::Statement imported(Context& context, const FilesGiven& files, const std::string& path);

/// A Problem (10) where there is no such channel.
void require_channel(Context& context, const std::string& channel);

}  // namespace payonce
