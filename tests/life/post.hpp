#pragma once

#include <optional>
#include <vector>

#include "scenarios/acquirer/acquirer.hpp"

namespace payonce::life {

/// The way to the channel and back. It hands on what is asked, and can do to answers and messages what a network does: lose
/// them, deliver them late, twice, in another order, or years after they were taken.
class Post : public Channel {
 public:
  struct Delivery {
    bool held_back = false;     // nothing is delivered now
    std::uint64_t shuffle = 0;  // 0: as they come
    bool doubled = false;
    bool lost = false;  // our acknowledgements do not arrive
    bool old = false;   // everything that ever came, once more
  };
  struct Manner {
    Behaviour behaviour = Behaviour::approve;  // at the next call
    Duration takes{};
    bool mute = false;  // questions are not answered
  };

  explicit Post(Acquirer& acquirer) : acquirer_(acquirer) {}

  Delivery delivery;
  std::optional<Manner> manner;

  [[nodiscard]] ChannelAnswer move(const ChannelRequest& request, const std::function<bool()>& waiting) override;
  [[nodiscard]] ChannelAnswer query(Movement movement, const std::string& reference) override;
  [[nodiscard]] std::vector<ChannelLine> notices() override;
  void acknowledge(const ChannelLine& notice) override;
  void statement(const std::function<void(const ChannelLine&)>& take) override { acquirer_.statement(take); }

 private:
  Acquirer& acquirer_;
};

}  // namespace payonce::life
