#include <memory>

#include "ledger/statements/bank/bank.hpp"
#include "ledger/statements/bank/camt_statement.hpp"
#include "ledger/statements/bytes/xml.hpp"

namespace payonce::statements {
namespace {

constexpr std::size_t longest_name = 64;  // of an element; no longer one is known

/// camt.052, .053 and .054 of any version: elements are known by their local names and where they stand.
class CamtReader : public XmlHandler {
 public:
  CamtReader(std::streambuf& bytes, const Sink& sink) : xml_(bytes, *this), sink_(sink) {}

  Reading run() {
    const auto trouble = xml_.read();
    if (trouble) reading_.broke(trouble->code, trouble->line, trouble->why);
    // What was read of a statement that the file cuts is given with its head.
    if (statement_ && !over_) statement_->cut();
    if (before_ && !before_->last_page() && reading_.trusted()) {
      reading_.broke(FileBreak::file_truncated, 1,
                     {"further pages of the last statement are missing", "缺少最后一份的后续页"});
    }
    if (reading_.statements == 0 && reading_.trusted()) {
      reading_.broke(FileBreak::file_unknown_layout, 1, {"holds no statement", "没有对账单"});
    }
    return std::move(reading_);
  }

  bool begin(XmlReader& xml, std::string_view name, const char* const* attributes) override {
    name = name.substr(0, longest_name);
    const std::string_view parent = std::string_view(path_).substr(path_.rfind('/') + 1);
    if (!statement_ && is_container(parent, name)) {
      statement_ = std::make_unique<camt::Statement>(reading_, sink_, xml.line());
      base_ = path_.size() + 1 + name.size();
    }
    path_ += '/';
    path_ += name;
    currency_.clear();
    for (; *attributes != nullptr; attributes += 2) {
      if (std::string_view(attributes[0]) == "Ccy") currency_ = std::string_view(attributes[1]).substr(0, longest_name);
    }
    const std::string_view here = below();
    if (here == "Ntry") {
      entry_.emplace(xml.line());
      xml.keep();
    } else if (here == "Bal" && statement_) {
      statement_->begin_balance();
    } else if (here == "Ntry/NtryDtls/TxDtls" && entry_) {
      entry_->begin_details();
    }
    return true;
  }

  bool end(XmlReader& xml, std::string_view /*name*/, std::string_view text) override {
    const std::string_view here = below();
    bool go_on = true;
    if (statement_ && path_.size() == base_) {
      go_on = end_statement();
    } else if (here == "Ntry" && entry_) {
      go_on = statement_->entry(*entry_, xml.kept());
      entry_.reset();
    } else if (here == "Ntry/NtryDtls/TxDtls" && entry_) {
      entry_->end_details();
    } else if (here.starts_with("Ntry/") && entry_) {
      entry_->take(here.substr(5), text, currency_);
    } else if (here == "Bal") {
      statement_->end_balance(xml.line());
    } else if (!here.empty()) {
      statement_->take(here, text, currency_, xml.line());
    }
    path_.resize(path_.rfind('/'));
    over_ = over_ || !go_on;
    return go_on;
  }

 private:
  bool is_container(std::string_view parent, std::string_view name) {
    Format format = Format::unknown;
    if (parent == "BkToCstmrStmt" && name == "Stmt") format = Format::camt053;
    if (parent == "BkToCstmrAcctRpt" && name == "Rpt") format = Format::camt052;
    if (parent == "BkToCstmrDbtCdtNtfctn" && name == "Ntfctn") format = Format::camt054;
    if (format == Format::unknown) return false;
    reading_.format = format;
    return true;
  }

  /// Where the element stands below its statement; empty outside.
  [[nodiscard]] std::string_view below() const {
    if (!statement_ || path_.size() <= base_) return {};
    return std::string_view(path_).substr(base_ + 1);
  }

  bool end_statement() {
    const bool go_on = statement_->finish(reading_.format, before_.get());
    before_ = std::move(statement_);
    return go_on;
  }

  XmlReader xml_;
  const Sink& sink_;
  Reading reading_;
  std::string path_;
  std::size_t base_ = 0;
  std::string currency_;
  std::unique_ptr<camt::Statement> statement_;
  std::unique_ptr<camt::Statement> before_;
  std::optional<camt::Entry> entry_;
  bool over_ = false;
};

}  // namespace

Reading read_camt(std::streambuf& bytes, const Sink& sink) { return CamtReader(bytes, sink).run(); }

}  // namespace payonce::statements
