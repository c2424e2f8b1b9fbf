#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "ledger/channel/channel.hpp"
#include "ledger/store/store.hpp"
#include "ledger/world/world.hpp"
#include "scenarios/acquirer/behaviour.hpp"

namespace payonce {

/// A payment provider with books of its own in a file of its own, so that it and the ledger can truly disagree. It does what
/// it is told: each call of move() uses up one turn of its script, and with an empty script it approves.
///
/// Any number of processes may use the file at once; every call is one transaction. Its time is the World's wall clock. Trouble
/// with its file looks from outside as it would with a real provider: busy means not reached, everything else no answer, and
/// notices that cannot be read come later. Only statement() passes the trouble on, since half a statement would be a lie.
/// Whoever takes the lines of a statement does not ask the same Acquirer meanwhile.
class Acquirer : public Channel {
 public:
  struct Settings {
    bool dedup = true;       // does it know a reference again: one movement, and the same answer each time
    Duration key_window{0};  // for how long it does; 0 is for ever
    Duration latency{0};     // what each crossing takes, before it acts
  };
  struct Turn {
    Behaviour behaviour = Behaviour::approve;
    Duration argument{0};
    std::int64_t times = 1;
  };

  /// Faults name the field "channel".
  [[nodiscard]] static Result<Acquirer> create(const std::filesystem::path& path, World& world,
                                               const Settings& settings, const Store::Options& options = {});
  [[nodiscard]] static Result<Acquirer> open(const std::filesystem::path& path, World& world,
                                             const Store::Options& options = {});

  [[nodiscard]] Settings settings();
  void change(const Settings& settings);
  /// Puts a behaviour at the end of the queue, for so many calls.
  void script(Behaviour behaviour, Duration argument = {}, std::int64_t times = 1);
  [[nodiscard]] std::vector<Turn> scripted();

  /// A number that stands for everything in its books. For laboratories.
  [[nodiscard]] std::uint64_t content() { return store_.content(); }
  [[nodiscard]] std::vector<TableContent> dump() { return store_.dump(); }

  [[nodiscard]] ChannelAnswer move(const ChannelRequest& request, const std::function<bool()>& waiting) override;
  [[nodiscard]] ChannelAnswer query(Movement movement, const std::string& reference) override;
  [[nodiscard]] std::vector<ChannelLine> notices() override;
  void acknowledge(const ChannelLine& notice) override;
  void statement(const std::function<void(const ChannelLine&)>& take) override;

 private:
  /// What a call decided inside its transaction: what is said, and how long that takes.
  struct Decision {
    ChannelAnswer answer;
    Duration answers_after{0};
  };

  Acquirer(Store store, World& world) : store_(std::move(store)), world_(&world) {}
  [[nodiscard]] Decision decide(Tx& tx, const ChannelRequest& request);
  [[nodiscard]] Duration latency();
  /// False: the caller has waited enough.
  [[nodiscard]] bool wait(Duration duration, const std::function<bool()>& waiting);

  Store store_;
  World* world_;
};

}  // namespace payonce
