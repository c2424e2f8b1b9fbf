#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ledger/engine.hpp"
#include "ledger/ledger.hpp"

namespace payonce::bench {

/// A folder of one run, gone with everything in it when the run ends.
class Folder {
 public:
  explicit Folder(const std::filesystem::path& parent);
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// A channel that says yes at once and remembers nothing: what is measured is the ledger.
class QuickChannel : public Channel {
 public:
  ChannelAnswer move(const ChannelRequest& request, const std::function<bool()>& waiting) override;
  ChannelAnswer query(Movement, const std::string&) override { return {.said = Said::not_found}; }
  std::vector<ChannelLine> notices() override { return {}; }
  void acknowledge(const ChannelLine&) override {}
  void statement(const std::function<void(const ChannelLine&)>&) override {}

 private:
  std::int64_t moved_ = 0;
};

/// A shop with a thousand buyers and fifty payees, as many as share the pages of balances in a real one, whose orders are made
/// as they are needed. Keys are 36 random characters, as a client's UUIDs are: the worst order an index can meet.
class Shop {
 public:
  static constexpr std::int64_t buyers = 1000;
  static constexpr std::int64_t payees = 50;
  struct Options {
    bool durable = true;
    std::array<Guard, 4> layers{};  // layers of a laboratory file, for the cost table
  };

  Shop(const std::filesystem::path& path, World& world, const Options& options);
  /// Opens what another Shop has made; `orders` of its orders are paid.
  Shop(const std::filesystem::path& path, World& world, bool durable, std::int64_t orders);

  /// New orders and the requests that pay them, from the balance or by the channel. Not part of what is measured.
  [[nodiscard]] std::vector<Request> order(std::int64_t count, bool by_channel = false);
  /// How many orders it has made, every one of which is paid once its requests have been.
  [[nodiscard]] std::int64_t orders() const { return orders_; }
  [[nodiscard]] Engine& engine() { return *engine_; }
  [[nodiscard]] Ledger& ledger() { return *ledger_; }
  [[nodiscard]] World& world() { return world_; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Pays one at a time. Every reply must be `paid`.
  void pay(const std::vector<Request>& requests);
  /// Pays so many to a commit: the rooms of the pipeline for each, within one transaction (batch.cpp).
  void pay_together(const std::vector<Request>& requests, std::int64_t to_a_commit);
  /// Asks again, one at a time. Every reply must be a replay.
  void replay(const std::vector<Request>& requests);
  [[nodiscard]] std::int64_t last_voucher();
  /// A copy of the file as it stands.
  [[nodiscard]] std::filesystem::path copy(const std::string& suffix);

 private:
  void open(bool durable);
  [[nodiscard]] std::string random_key();

  std::filesystem::path path_;
  World& world_;
  QuickChannel channel_;
  std::unique_ptr<Ledger> ledger_;
  std::unique_ptr<Engine> engine_;
  std::int64_t orders_ = 0;
  std::uint64_t seed_;
};

/// Unwraps, or throws the fault as what it is here: a mistake of the bench.
template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error("bench: " + result.error().field + " " + result.error().why.en);
  return std::move(result).value();
}

}  // namespace payonce::bench
