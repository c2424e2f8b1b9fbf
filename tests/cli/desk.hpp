#pragma once

#include <sys/types.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/temp_folder.hpp"

namespace payonce::test {

/// How the program ended, and what it said.
struct Ran {
  int status = -1;  // or minus the signal that ended it
  std::string out;
  std::string err;
};

/// Where standard output goes: a file that is read afterwards, nowhere (closed), a full disk, or a pipe nobody reads. `cramped`
/// is kept, and no file may grow beyond 40 KiB, as if the disk were full: room to open a ledger, and none for a payment. `pinched` is the same with 4 KiB: not even room for the smallest side file.
enum class Out { kept, closed, full, unread, cramped, pinched };

/// The real program, in a folder of its own and with an environment of its own. After every run it is checked that no wording
/// of the database has left the program.
class Desk {
 public:
  /// Words are parted by blanks; double quotes keep blanks in a word: `topup alice --amount "CNY 5.00"`.
  /// Without another one the environment is LC_ALL=C alone.
  Ran run(std::string_view line, Out out = Out::kept, const std::vector<std::string>& environment = {}) const;
  /// Runs, and requires status 0. Gives what stood on standard output.
  std::string done(std::string_view line) const;
  /// Begins, and does not wait.
  [[nodiscard]] pid_t start(std::string_view line, std::string_view name) const;
  [[nodiscard]] Ran end(pid_t process, std::string_view name, bool shows_sql = false) const;

  /// A ledger with alice (CNY 1000.00), bob (empty) and shop (empty), order o1 of CNY 100.00 from alice to shop, and channel card.
  /// `options` are those of init.
  void open_shop(std::string_view options = "--lab --set window=1s") const;

  [[nodiscard]] const TempFolder& folder() const { return folder_; }
  /// Balances, orders and keys, as the program tells them.
  [[nodiscard]] std::string books() const;

 private:
  [[nodiscard]] pid_t start(const std::vector<std::string>& words, const std::string& name, Out out,
                            const std::vector<std::string>& environment) const;

  TempFolder folder_;
};

/// The words of such a line.
[[nodiscard]] std::vector<std::string> words_of(std::string_view line);

[[nodiscard]] bool holds(std::string_view text, std::string_view part);

}  // namespace payonce::test
