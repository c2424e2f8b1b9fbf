#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/life/life.hpp"

/// What lives come by: answers, ends of orders and money, and what no answer tells. A life that claims to try something and
/// never comes there tries nothing, so what is claimed is counted.
namespace payonce::life {

using Visits = std::map<std::string, int>;

/// Every ending that some life must come by.
[[nodiscard]] const std::vector<std::string_view>& claimed();

/// Adds what one life came by.
void count(const Outcome_of_life& life, Visits& visits);

/// Those claimed that nobody came by.
[[nodiscard]] std::vector<std::string_view> missing(const Visits& visits);

/// `name 12, other 3 …`, each claimed ending with how many times it was met.
[[nodiscard]] std::string shown(const Visits& visits);

}  // namespace payonce::life
