#pragma once

#include <compare>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace payonce::life {

/// The book as somebody sees it who only looks: plain values, compared by a model and with each other.
struct Sight {
  struct Order {
    std::string status;
    std::int64_t due = 0;
    std::int64_t captured = 0;
    std::int64_t reserved = 0;
    std::int64_t refunded = 0;
    std::int64_t charged_back = 0;
    friend auto operator<=>(const Order&, const Order&) = default;
  };
  struct Attempt {
    std::string order;
    std::string reference;
    std::string channel_txn;
    std::int64_t amount = 0;
    std::int64_t captured = 0;
    std::string purpose;  // charge or authorise
    std::string status;
    std::string role;
    std::string decided_by;
    bool review = false;
    friend auto operator<=>(const Attempt&, const Attempt&) = default;
    [[nodiscard]] bool open() const { return status == "dispatched" || status == "unknown"; }
    [[nodiscard]] bool holding() const { return status == "authorised" || status == "partly_captured"; }
  };
  /// What is asked about money that is held.
  struct Operation {
    std::string order;
    std::string attempt;  // its reference
    std::string kind;     // capture, void, close
    std::string reference;
    std::string channel_txn;
    std::int64_t amount = 0;
    std::string status;
    std::string decided_by;
    bool review = false;
    friend auto operator<=>(const Operation&, const Operation&) = default;
    [[nodiscard]] bool open() const { return status == "dispatched" || status == "unknown"; }
  };
  struct Refund {
    std::string order;
    std::string cause;
    std::string cause_key;
    std::int64_t amount = 0;
    bool outside = false;
    std::string reference;
    std::string channel_txn;
    std::string status;
    bool review = false;
    friend auto operator<=>(const Refund&, const Refund&) = default;
    [[nodiscard]] bool open() const { return status != "succeeded" && status != "failed"; }
  };

  struct Dispute {
    std::string order;
    std::int64_t amount = 0;
    std::int64_t fee = 0;
    std::string status;
    friend auto operator<=>(const Dispute&, const Dispute&) = default;
  };

  struct Goods {
    std::int64_t on_hand = 0;
    std::int64_t reserved = 0;
    friend auto operator<=>(const Goods&, const Goods&) = default;
  };
  /// A line of an order, and what became of it.
  struct Line {
    std::string sku;
    std::int64_t quantity = 0;
    std::string reservation;
    std::int64_t shipped = 0;
    std::int64_t returned = 0;
    std::int64_t withheld = 0;
    friend auto operator<=>(const Line&, const Line&) = default;
  };
  /// A message that is kept: it waits, or is parked.
  struct Held {
    std::int64_t number = 0;
    std::string meaning;  // as meaning_of says it; empty: it could not be read
    std::string body;     // what it says; all of it where it could not be read
    bool parked = false;
  };

  std::map<std::string, std::int64_t> accounts;  // credits less debits, by code
  std::map<std::string, Order> orders;
  std::vector<Attempt> attempts;
  std::vector<Operation> operations;
  std::vector<Refund> refunds;
  std::map<std::string, Dispute> disputes;
  std::map<std::string, Goods> goods;              // by SKU
  std::map<std::string, std::int64_t> coupons;     // how often each is used, by code
  std::map<std::string, std::vector<Line>> lines;  // by order, as they are numbered
  std::map<std::string, std::string> marks;        // what became of messages that were consumed, by what they mean
  std::vector<Held> held;
  std::int64_t vouchers = 0;
  std::int64_t open_keys = 0;
  std::int64_t given_up = 0;

  /// Whether both stand for the same book: trial balance, orders, goods, what became of each attempt and refund. Which of two equal
  /// attempts settled an order may depend on whose message came first; that is the same book.
  [[nodiscard]] bool same_book(const Sight& other) const;
  /// The first place where they differ, in words.
  [[nodiscard]] std::string difference(const Sight& other) const;
};

/// What a message is known again by: `o3 order.paid 2`.
[[nodiscard]] std::string meaning_of(std::string_view order, std::string_view event, std::int64_t version);

/// Another connection to the book, open for as long as the life lasts: it asks every law, each prepared once, and takes the
/// sight of it.
class Watcher {
 public:
  explicit Watcher(const std::filesystem::path& book);
  ~Watcher();
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;

  /// Whether somebody else has written since this was last asked.
  [[nodiscard]] bool changed();
  [[nodiscard]] Sight look();
  /// `law: subject` for each row that a law gives.
  [[nodiscard]] std::vector<std::string> findings();
  /// By hand, past every rule of the schema: how a test damages a book to see it found.
  void damage(const std::string& sql);

 private:
  void look_at_goods(Sight& sight);
  void look_at_messages(Sight& sight);

  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace payonce::life
