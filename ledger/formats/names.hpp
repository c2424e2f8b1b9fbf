#pragma once

#include <string>
#include <string_view>

#include "ledger/formats/form.hpp"

namespace payonce::formats {

/// The names of accounts, and texts, as other programs take them. Each can be read back to what it stands for: docs/export.md
/// has the rules, and tests/formats the way back.

/// "liabilities:alice", "assets:1200.bank.CNY", "memo:9100.CNY". What is not one of A-Z a-z 0-9 _ - . is %XX.
[[nodiscard]] std::string plain_account(const AccountName& account);

/// "Liabilities:Alice", "Assets:1200--bank--CNY". Beancount takes letters, digits and hyphens, a capital or a digit first:
/// "." is "--", "-" is "-H", "_" is "-U", another byte "-X" and two hexadecimal digits. A small first letter is written as a
/// capital; where it is a capital in truth, "-C" stands at the end. Where the first sign is neither a letter nor a digit, "X"
/// stands before it and "-N" at the end.
[[nodiscard]] std::string beancount_account(const AccountName& account);

/// One line of a comment or a description: control characters, bytes that are no UTF-8, and the signs that mean something
/// there (% , ; | [ ] ( ) " \) are %XX.
[[nodiscard]] std::string plain_text(std::string_view text);

/// Between double quotes, with \" and \\; control characters and bytes that are no UTF-8 are U+FFFD.
[[nodiscard]] std::string beancount_text(std::string_view text);

}  // namespace payonce::formats
