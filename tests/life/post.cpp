#include "tests/life/post.hpp"

#include <algorithm>
#include <random>

namespace payonce::life {

ChannelAnswer Post::move(const ChannelRequest& request, const std::function<bool()>& waiting) {
  if (manner) {
    acquirer_.script(manner->behaviour, takes_duration(manner->behaviour) ? manner->takes : Duration{});
    manner->behaviour = Behaviour::approve;  // used up
  }
  return acquirer_.move(request, waiting);
}

ChannelAnswer Post::query(Movement movement, const std::string& reference) {
  if (manner && manner->mute) return {.said = Said::no_answer};
  return acquirer_.query(movement, reference);
}

std::vector<ChannelLine> Post::notices() {
  if (delivery.held_back) return {};
  std::vector<ChannelLine> due = acquirer_.notices();
  // A channel may tell anything it ever did once more; its statement is all of that.
  if (delivery.old) acquirer_.statement([&](const ChannelLine& line) { due.push_back(line); });
  if (delivery.doubled) {
    const std::vector<ChannelLine> once = due;
    due.insert(due.end(), once.begin(), once.end());
  }
  if (delivery.shuffle != 0) {
    std::mt19937_64 random(delivery.shuffle);
    for (std::size_t left = due.size(); left > 1; --left) std::swap(due[left - 1], due[random() % left]);
  }
  return due;
}

void Post::acknowledge(const ChannelLine& notice) {
  if (!delivery.lost) acquirer_.acknowledge(notice);
}

}  // namespace payonce::life
