#include <iostream>
#include <payonce/values/money.hpp>

int main() {
  const auto price = payonce::Money::parse("amount", "CNY 100.00");
  if (!price) {
    std::cerr << price.error().why.en << '\n';
    return 1;
  }
  std::cout << price->text() << '\n';
}
