#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace payonce::test {

/// What a shell command said, standard error included, and how it ended.
struct Said {
  int status = -1;
  std::string text;
};
[[nodiscard]] Said shell(const std::string& command);
/// Requires status 0 and gives what was said.
std::string told(const std::string& command);

/// Fails, naming the package, where one of the programs is not installed: their word on our books is never left out quietly.
void require_programs();

/// The real payonce, for a ledger file.
std::string run_payonce(const std::filesystem::path& ledger, std::string_view arguments);

/// What stands on each account that is not at zero, "CNY -12.30" by the account's name. Each program names accounts in its way:
/// `mine` are ours, given those names.
using Balances = std::map<std::string, std::string>;
enum class Namer { plain, beancount };
/// `payonce trial-balance --json`; in Beancount's names without memo accounts, which it is not told as accounts.
[[nodiscard]] Balances ours(const std::filesystem::path& ledger, Namer namer);
[[nodiscard]] Balances of_hledger(const std::filesystem::path& journal);
[[nodiscard]] Balances of_ledger(const std::filesystem::path& journal);
[[nodiscard]] Balances of_beancount(const std::filesystem::path& journal);
/// The sums of a table or of lines of JSON, by Python's own readers, in the names of hledger.
[[nodiscard]] Balances of_csv(const std::filesystem::path& table);
[[nodiscard]] Balances of_json(const std::filesystem::path& lines);

/// "there: CNY 1.00, ours: CNY 2.00" for each account on which two do not agree.
[[nodiscard]] std::string differences(const Balances& there, const Balances& ours);

/// What each program says of its own journal when it is as strict as it can be; empty: nothing.
[[nodiscard]] std::string complaints_of_hledger(const std::filesystem::path& journal);
[[nodiscard]] std::string complaints_of_ledger(const std::filesystem::path& journal);
[[nodiscard]] std::string complaints_of_beancount(const std::filesystem::path& journal);

}  // namespace payonce::test
