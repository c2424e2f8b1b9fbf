#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ledger/values/result.hpp"
#include "scenarios/laboratory/matrix.hpp"
#include "scenarios/lessons/prices.hpp"

namespace payonce::lessons {

/// A defence that is bought layer by layer until nothing leaks in any of its experiments (laboratory.md 5.5). It begins with nothing.
class Defence {
 public:
  /// `rows` are whole: every set of on and off. They outlive it.
  Defence(const std::vector<laboratory::MatrixRow>& rows, std::vector<Good> goods);

  /// What is for sale: the layers; the channel's memory where one of the experiments is about it; reconciliation.
  [[nodiscard]] const std::vector<Good>& goods() const { return goods_; }
  [[nodiscard]] bool has(char letter) const;
  /// A Fault where it is not for sale, or has been bought; then nothing has changed.
  [[nodiscard]] std::optional<Fault> buy(std::string_view word);
  /// Gives back what was bought last, for what it cost. Nothing was bought: false.
  bool undo();
  /// In the order in which they were bought: "SK".
  [[nodiscard]] const std::string& bought() const { return bought_; }
  [[nodiscard]] std::uint32_t paid() const { return cost(bought_); }

  /// How one experiment stands under what was bought.
  struct Standing {
    const laboratory::MatrixRow* row = nullptr;
    const laboratory::Cell* cell = nullptr;
    bool settled = false;  // nothing leaks; or nothing for sale could stop it, and reconciliation finds each leak
    bool known = true;     // false: the budget was over before anybody could tell whether it is settled
  };
  [[nodiscard]] std::vector<Standing> standings() const { return standings_of(bought_); }
  [[nodiscard]] bool settled() const { return settled(bought_); }
  /// Experiments of which it is known that nothing for sale settles them.
  [[nodiscard]] std::vector<const laboratory::MatrixRow*> hopeless() const;
  /// Experiments with a cell that is unknown: nobody can say of every purchase whether it does for them.
  [[nodiscard]] std::vector<const laboratory::MatrixRow*> uncertain() const;

  [[nodiscard]] std::uint32_t cost(const std::string& letters) const;
  /// The sets that settle every experiment for the least, their letters in the order of the price list; none where nothing does.
  [[nodiscard]] std::vector<std::string> cheapest() const;
  /// Whether it is known that nothing else is as cheap, or, where there is none, that nothing settles them.
  [[nodiscard]] bool cheapest_known() const;
  /// What was bought and is not needed: without it alone everything would still be settled.
  [[nodiscard]] std::string surplus() const;

 private:
  [[nodiscard]] bool settled(const std::string& letters) const;
  [[nodiscard]] std::vector<Standing> standings_of(const std::string& letters) const;
  [[nodiscard]] std::vector<std::string> every_purchase() const;

  const std::vector<laboratory::MatrixRow>& rows_;
  std::vector<Good> goods_;
  std::string bought_;
};

}  // namespace payonce::lessons
