#pragma once

#include <doctest/doctest.h>

#include <string>

#include "tests/statements/files.hpp"

namespace payonce::test {

/// What a file of tests/statements/files/ must give.
struct Clean {
  const char* file;
  const char* format;
  std::uint64_t lines;
  const char* sums;  // currency, gross, fee and net of each currency
};

/// And one with a fault.
struct Spoiled {
  const char* file;
  const char* codes;
  std::uint64_t lines;
  std::uint64_t line;  // of the first break
};

void check(const Clean& one);
void check(const Spoiled& one);

}  // namespace payonce::test
