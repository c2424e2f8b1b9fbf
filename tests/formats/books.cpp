#include "tests/formats/books.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdio>
#include <vector>

#include "ledger/formats/names.hpp"
#include "tests/cli/json.hpp"

namespace payonce::test {
namespace {

constexpr std::string_view environment = "LC_ALL=C.UTF-8 NO_COLOR=1 BEANCOUNT_DISABLE_LOAD_CACHE=1 ";

std::string quoted(const std::filesystem::path& path) { return "'" + path.string() + "'"; }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    lines.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return lines;
}

std::string trimmed(std::string_view text) {
  const std::size_t from = text.find_first_not_of(" \"\r");
  if (from == std::string_view::npos) return {};
  return std::string(text.substr(from, text.find_last_not_of(" \"\r") - from + 1));
}

std::vector<std::string> cells_of(const std::string& line, char separator) {
  std::vector<std::string> cells;
  for (std::size_t from = 0; from <= line.size();) {
    const std::size_t end = std::min(line.find(separator, from), line.size());
    cells.push_back(trimmed(std::string_view(line).substr(from, end - from)));
    from = end + 1;
  }
  return cells;
}

/// A program may leave out the zeros behind the point; a number that is not exact to the last digit is no Money at all.
void add(Balances& balances, const std::string& account, const std::string& number, const std::string& currency) {
  if (number == "0") return;
  const auto known = Currency::parse("currency", currency);
  CAPTURE(account);
  CAPTURE(currency);
  REQUIRE(known.has_value());
  const auto money = Money::parse("balance", number, *known);
  CAPTURE(number);
  REQUIRE(money.has_value());
  if (money->minor() == 0) return;
  CHECK_MESSAGE(balances.emplace(account, money->text()).second, "told twice: ", account);
}

journal::AccountClass class_of(const std::string& text) { return *journal::parse_class("class", text); }

/// Reads lines of "account class side minor" from Python.
Balances summed(const std::string& script, const std::filesystem::path& file) {
  Balances balances;
  for (const std::string& line : lines_of(told("python3 -c \"" + script + "\" " + quoted(file)))) {
    const auto cells = cells_of(line, ' ');
    REQUIRE(cells.size() == 4);
    const auto known = Currency::parse("currency", cells[2]);
    REQUIRE(known.has_value());
    const std::string name = formats::plain_account({cells[0], class_of(cells[1])});
    add(balances, name, Money(std::stoll(cells[3]), *known).decimal(), cells[2]);
  }
  return balances;
}

}  // namespace

Said shell(const std::string& command) {
  FILE* pipe = popen((std::string(environment) + command + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  Said said;
  char part[4096];
  for (std::size_t n = 0; (n = std::fread(part, 1, sizeof part, pipe)) > 0;) said.text.append(part, n);
  const int status = pclose(pipe);
  said.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  return said;
}

std::string told(const std::string& command) {
  const Said said = shell(command);
  CAPTURE(command);
  CAPTURE(said.text);
  REQUIRE(said.status == 0);
  return said.text;
}

void require_programs() {
  for (const char* program : {"hledger", "ledger", "bean-check", "bean-query", "python3"}) {
    const bool there = shell("command -v " + std::string(program)).status == 0;
    REQUIRE_MESSAGE(there, program, " is not installed; './dev setup test' installs hledger, ledger and beancount");
  }
}

std::string run_payonce(const std::filesystem::path& ledger, std::string_view arguments) {
  return told(std::string(PAYONCE_PROGRAM) + " --db " + quoted(ledger) + " " + std::string(arguments));
}

Balances ours(const std::filesystem::path& ledger, Namer namer) {
  Balances balances;
  const Json sheets = parsed(run_payonce(ledger, "trial-balance --json"));
  for (const auto& [n, sheet] : sheets.member("currencies")->members) {
    for (const auto& [m, line] : sheet.member("accounts")->members) {
      const formats::AccountName account{line.at("account"), class_of(line.at("class"))};
      if (namer == Namer::beancount && account.kind == journal::AccountClass::memo) continue;
      const Json& balance = *line.member("balance");
      const std::int64_t minor = std::stoll(balance.at("minor"));
      const auto known = Currency::parse("currency", balance.at("currency"));
      REQUIRE(known.has_value());
      const Money net(line.at("side") == "debit" ? minor : -minor, *known);
      add(balances, namer == Namer::plain ? formats::plain_account(account) : formats::beancount_account(account),
          net.decimal(), balance.at("currency"));
    }
  }
  return balances;
}

Balances of_hledger(const std::filesystem::path& journal) {
  Balances balances;
  for (const std::string& line : lines_of(told("hledger -f " + quoted(journal) + " balance --flat -N -O csv"))) {
    const auto cells = cells_of(line, ',');
    REQUIRE(cells.size() == 2);
    if (cells[0] == "account") continue;
    const std::size_t space = cells[1].find(' ');
    REQUIRE(space != std::string::npos);
    add(balances, cells[0], cells[1].substr(0, space), cells[1].substr(space + 1));
  }
  return balances;
}

Balances of_ledger(const std::filesystem::path& journal) {
  Balances balances;
  const std::string format = " --balance-format '%(account)|%(quantity(amount))|%(commodity(amount))\\n'";
  for (const std::string& line :
       lines_of(told("ledger -f " + quoted(journal) + " balance --flat --no-total" + format))) {
    const auto cells = cells_of(line, '|');
    REQUIRE(cells.size() == 3);
    add(balances, cells[0], cells[1], cells[2]);
  }
  return balances;
}

Balances of_beancount(const std::filesystem::path& journal) {
  Balances balances;
  // As text: a bare number is shown with the digits that most currencies have, whatever it has itself.
  const std::string query = " 'SELECT account, currency, str(sum(number)) GROUP BY account, currency'";
  constexpr std::string_view opening = "Decimal('";
  for (const std::string& line : lines_of(told("bean-query -f csv " + quoted(journal) + query))) {
    const auto cells = cells_of(line, ',');
    CAPTURE(line);
    REQUIRE(cells.size() == 3);
    if (cells[0] == "account") continue;
    REQUIRE(cells[2].starts_with(opening));
    add(balances, cells[0], cells[2].substr(opening.size(), cells[2].find('\'', opening.size()) - opening.size()),
        cells[1]);
  }
  return balances;
}

Balances of_csv(const std::filesystem::path& table) {
  return summed(
      "import csv, sys, collections\n"
      "sums = collections.Counter()\n"
      "tame = lambda text: text[1:] if text.startswith(chr(39)) else text\n"
      "for row in csv.DictReader(open(sys.argv[1], newline='')):\n"
      "  sign = 1 if row['side'] == 'debit' else -1\n"
      "  sums[tame(row['account']), row['class'], row['currency']] += sign * int(row['minor'])\n"
      "for key, minor in sums.items(): print(*key, minor)\n",
      table);
}

Balances of_json(const std::filesystem::path& lines) {
  return summed(
      "import json, sys, collections\n"
      "sums = collections.Counter()\n"
      "for text in open(sys.argv[1]):\n"
      "  for line in json.loads(text)['lines']:\n"
      "    sign = 1 if line['side'] == 'debit' else -1\n"
      "    money = line['amount']\n"
      "    sums[line['account'], line['class'], money['currency']] += sign * money['minor']\n"
      "for key, minor in sums.items(): print(*key, minor)\n",
      lines);
}

std::string differences(const Balances& there, const Balances& ours) {
  std::string all;
  const auto at = [](const Balances& balances, const std::string& account) {
    const auto found = balances.find(account);
    return found == balances.end() ? std::string("nothing") : found->second;
  };
  Balances accounts = there;
  accounts.insert(ours.begin(), ours.end());
  for (const auto& [account, balance] : accounts) {
    if (at(there, account) == at(ours, account)) continue;
    all += account + ": there " + at(there, account) + ", ours " + at(ours, account) + "\n";
  }
  if (!all.empty()) MESSAGE(all);
  return all;
}

std::string complaints_of_hledger(const std::filesystem::path& journal) {
  return shell("hledger -f " + quoted(journal) + " check --strict").text;
}

std::string complaints_of_ledger(const std::filesystem::path& journal) {
  // It checks while it reads; the report itself is of no interest here.
  return shell("ledger --pedantic -f " + quoted(journal) + " balance --flat nothing-has-this-name").text;
}

std::string complaints_of_beancount(const std::filesystem::path& journal) {
  return shell("bean-check " + quoted(journal)).text;
}

}  // namespace payonce::test
