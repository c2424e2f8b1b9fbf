#pragma once

#include "tests/support/shop.hpp"

/// What live() leaves out, so that hardly a table of the file is empty when hands are laid on it.
namespace payonce::test {

/// Goods with a coupon, a token that was used, a closed day, and a checkpoint.
void goods(Shop& shop);
/// A stored statement of the bank's that disagrees with the book, a run over it, and a difference that two people ended.
void compared(Shop& shop);

}  // namespace payonce::test
