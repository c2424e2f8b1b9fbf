#pragma once

#include <algorithm>
#include <array>
#include <streambuf>
#include <string>
#include <string_view>

namespace payonce::statements {

/// A stream whose beginning can be looked at before it is read, though it cannot go back. `from` must outlive it.
class Continued : public std::streambuf {
 public:
  Continued(std::streambuf& from, std::size_t beginning) : from_(from), beginning_(beginning, '\0') {
    const std::streamsize got = from_.sgetn(beginning_.data(), static_cast<std::streamsize>(beginning));
    beginning_.resize(static_cast<std::size_t>(std::max<std::streamsize>(got, 0)));
    setg(beginning_.data(), beginning_.data(), beginning_.data() + beginning_.size());
  }

  [[nodiscard]] std::string_view beginning() const { return beginning_; }

 protected:
  int_type underflow() override {
    const std::streamsize got = from_.sgetn(block_.data(), static_cast<std::streamsize>(block_.size()));
    if (got <= 0) return traits_type::eof();
    setg(block_.data(), block_.data(), block_.data() + got);
    return traits_type::to_int_type(block_.front());
  }

 private:
  std::streambuf& from_;
  std::string beginning_;
  std::array<char, 16384> block_{};
};

}  // namespace payonce::statements
