#include "ledger/ledger.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/damages.hpp"

namespace payonce {

bool break_law(Ledger& laboratory, std::string_view law) {
  invariant(laboratory.laboratory(), "only a laboratory file is broken on purpose");
  for (const Damage& damage : all_damages()) {
    if (damage.name != law) continue;
    laboratory.store().damage(std::string(damage.text));
    return true;
  }
  return false;
}

}  // namespace payonce
