#pragma once

#include <istream>
#include <string_view>

#include "ledger/statements/reading.hpp"

namespace payonce::statements {

/// Which of the bills below the text is (UTF-8, the beginning of a file, whose last row may be cut), by what its first rows
/// hold; Format::unknown where it is none of them.
[[nodiscard]] Format bill_of(std::string_view beginning);
/// Whether read_bill reads it.
[[nodiscard]] bool is_bill(Format format);
/// Reads a bill whose text is UTF-8, as `read` of reader.hpp promises.
[[nodiscard]] Reading read_bill(Format format, std::istream& in, const Sink& sink);

/// One reader a layout (reconciliation.md 2.1 to 2.7); docs/statements.md says what each checks.
[[nodiscard]] Reading read_acquirer(std::istream& in, const Sink& sink);
[[nodiscard]] Reading read_alipay_trade(std::istream& in, const Sink& sink);
[[nodiscard]] Reading read_alipay_account(std::istream& in, const Sink& sink);
[[nodiscard]] Reading read_alipay_personal(std::istream& in, const Sink& sink);
[[nodiscard]] Reading read_wechat_trade(std::istream& in, const Sink& sink);
[[nodiscard]] Reading read_wechat_fund(std::istream& in, const Sink& sink);
[[nodiscard]] Reading read_stripe(std::istream& in, const Sink& sink);
[[nodiscard]] Reading read_paypal(Format format, std::istream& in, const Sink& sink);
[[nodiscard]] Reading read_adyen(std::istream& in, const Sink& sink);

}  // namespace payonce::statements
