#include <algorithm>
#include <deque>
#include <exception>

#include "ledger/layers/reconciliation.hpp"
#include "ledger/layers/reconciliation_sides.hpp"
#include "ledger/orders/evidence.hpp"
#include "ledger/orders/suspense.hpp"
#include "schema/queries/ledger.hpp"

// Our movements at one channel against its statement: one merge in the order of (movement, reference), which holds a page of
// ours and one reference of theirs, whatever the size of the history.
namespace payonce::reconciliation {
namespace {

class Merge {
 public:
  Merge(View& view, const std::string& channel, ChannelReport& report) : ours_(view, channel), report_(report) {
    (void)view.one(sql::ledger::meta{},
                   [&](const Row& row) { our_mark_ = "payonce/" + std::string(row.text(0)) + "/"; });
  }

  void take(const ChannelLine& line) {
    report_.lines += 1;
    if (!theirs_.empty()) {
      const Place before = place_of(theirs_.back());
      if (place_of(line) < before) report_.in_order = false;
      if (before < place_of(line)) flush();
    }
    theirs_.push_back(line);
  }

  void finish() {
    if (!theirs_.empty()) flush();
    while (const Ours* mine = ours_.front()) {
      alone(*mine);
      ours_.pop();
    }
  }

 private:
  /// Everything the statement holds under one reference has been read.
  void flush() {
    const Place here = place_of(theirs_.front());
    const Ours* mine = ours_.front();
    while (mine != nullptr && mine->place() < here) {
      alone(*mine);
      ours_.pop();
      mine = ours_.front();
    }
    if (mine != nullptr && mine->place() == here) {
      pair(*mine);
      ours_.pop();
    } else {
      unknown();
    }
    theirs_.clear();
  }

  void alone(const Ours& mine) {
    if (!mine.moved()) return;
    count(mine.movement, mine.amount, std::nullopt);
    add(Code::missing_at_channel, mine, mine.channel_txn, mine.amount, std::nullopt);
  }

  void unknown() {
    const ChannelLine& first = theirs_.front();
    if (first.reference.starts_with("payonce/") && !first.reference.starts_with(our_mark_)) {
      report_.elsewhere += static_cast<std::int64_t>(theirs_.size());
      return;
    }
    for (const ChannelLine& line : theirs_) {
      count(line.movement, std::nullopt, line.amount);
      const Ours nobody{.movement = line.movement, .reference = line.reference, .amount = line.amount};
      add(&line == &theirs_.front() ? Code::missing_internal : Code::dup_at_channel, nobody, line.channel_txn,
          std::nullopt, line.amount);
    }
  }

  void pair(const Ours& mine) {
    // The line with our number is the match; where the number is not known, as of what a person said, the first.
    auto match = std::find_if(theirs_.begin(), theirs_.end(),
                              [&](const ChannelLine& line) { return line.channel_txn == mine.channel_txn; });
    const bool numbered = !mine.channel_txn.empty() && !mine.channel_txn.starts_with(orders::by_person);
    if (match == theirs_.end() && !(mine.moved() && numbered)) match = theirs_.begin();
    if (mine.moved()) count(mine.movement, mine.amount, std::nullopt);
    if (match == theirs_.end()) {
      add(Code::missing_at_channel, mine, mine.channel_txn, mine.amount, std::nullopt);
    }
    bool other_number = match == theirs_.end();
    for (auto line = theirs_.begin(); line != theirs_.end(); ++line) {
      count(line->movement, std::nullopt, line->amount);
      if (line == match) {
        settle(mine, *line);
      } else {
        add(other_number ? Code::missing_internal : Code::dup_at_channel, mine, line->channel_txn, std::nullopt,
            line->amount);
        other_number = false;
      }
    }
  }

  void settle(const Ours& mine, const ChannelLine& line) {
    if (!mine.moved()) {
      add(Code::status_lag, mine, line.channel_txn, std::nullopt, line.amount);
    } else if (mine.amount.currency() != line.amount.currency()) {
      add(Code::currency_mismatch, mine, line.channel_txn, mine.amount, line.amount);
    } else if (mine.amount != line.amount) {
      add(mine.amount.minor() < line.amount.minor() ? Code::amount_over : Code::amount_under, mine, line.channel_txn,
          mine.amount, line.amount);
    } else {
      report_.matched += 1;
    }
  }

  void add(Code code, const Ours& mine, const std::string& channel_txn, std::optional<Money> ours,
           std::optional<Money> theirs) {
    report_.differences.push_back({.code = code,
                                   .movement = mine.movement,
                                   .reference = mine.reference,
                                   .order = mine.order,
                                   .channel_txn = channel_txn,
                                   .status = mine.status,
                                   .ours = ours,
                                   .theirs = theirs});
  }

  void count(Movement movement, const std::optional<Money>& ours, const std::optional<Money>& theirs) {
    if (ours) total_of(report_, ours->currency()).ours_minor += signed_minor(movement, *ours);
    if (theirs) total_of(report_, theirs->currency()).theirs_minor += signed_minor(movement, *theirs);
  }

  OursInOrder ours_;
  ChannelReport& report_;
  std::string our_mark_;
  std::vector<ChannelLine> theirs_;  // under one reference
};

/// False where the statement broke off, whatever the trouble on the channel's side: of that channel nothing can be said, and of
/// the others still everything. Trouble of ours, met while a line was taken, is not the channel's and passes through.
bool told_whole(const Source& source, const std::function<void(const ChannelLine&)>& take) {
  std::exception_ptr ours;
  try {
    source.statement([&](const ChannelLine& line) {
      try {
        take(line);
      } catch (...) {
        ours = std::current_exception();
        throw;
      }
    });
  } catch (const std::exception&) {
    if (ours) std::rethrow_exception(ours);
    return false;
  }
  return true;
}

/// What looked wrong is looked at again: the statement was read after our snapshot, and meanwhile life went on.
void look_again(Store& store, std::int64_t now_ns, const Source& source, ChannelReport& report) {
  for (Difference& difference : report.differences) {
    if (difference.code == Code::missing_internal || difference.code == Code::status_lag) {
      const auto now = store.reading([&](View& view) {
        return ours_now(view, source.channel, difference.movement, difference.reference, now_ns);
      });
      if (!now) continue;
      difference.order = now->order;
      difference.status = now->status;
      const bool settled =
          now->moved() && now->channel_txn == difference.channel_txn && now->amount == difference.theirs;
      if (settled || (!now->moved() && now->held)) difference.code = Code::in_flight;
      if (!settled && !now->held && difference.code == Code::missing_internal && !now->moved()) {
        difference.code = Code::status_lag;
      }
    } else if (difference.code == Code::missing_at_channel && source.query) {
      const ChannelAnswer said = source.query(difference.movement, difference.reference);
      if (said.said == Said::declined) difference.code = Code::status_false_success;
    }
  }
}

/// What nothing of ours could take, and stands in the book as nobody's under the channel's own number, is booked.
void find_in_suspense(Store& store, const std::string& channel, ChannelReport& report) {
  if (report.differences.empty()) return;
  store.reading([&](View& view) {
    std::erase_if(report.differences, [&](const Difference& difference) {
      if (difference.ours || !difference.theirs || difference.channel_txn.empty()) return false;
      const bool in = difference.movement != Movement::refund;
      const auto found = orders::find_suspense(view, channel, difference.channel_txn);
      if (found.empty() || found.front().in != in || found.front().amount != *difference.theirs) return false;
      report.matched += 1;
      total_of(report, difference.theirs->currency()).ours_minor +=
          signed_minor(difference.movement, *difference.theirs);
      return true;
    });
  });
}

void explain(ChannelReport& report) {
  for (const Difference& difference : report.differences) {
    const Movement movement = difference.movement;
    if (difference.ours) {
      total_of(report, difference.ours->currency()).explained_minor -= signed_minor(movement, *difference.ours);
    }
    if (difference.theirs) {
      total_of(report, difference.theirs->currency()).explained_minor += signed_minor(movement, *difference.theirs);
    }
  }
}

}  // namespace

ChannelReport compare(Store& store, World& world, const Source& source,
                      const std::function<void(std::uint64_t)>& advanced) {
  ChannelReport report{.channel = source.channel};
  if (!source.statement) return report;
  report.reached = store.reading([&](View& view) {
    Merge merge(view, source.channel, report);
    const bool whole = told_whole(source, [&](const ChannelLine& line) {
      merge.take(line);
      if (advanced) advanced(1);
    });
    if (whole) merge.finish();
    return whole;
  });
  // Half a statement would call everything behind it missing: nothing of it is used.
  if (!report.reached) return ChannelReport{.channel = source.channel};
  if (!report.in_order) {
    report.differences.clear();
    report.totals.clear();
    return report;
  }
  look_again(store, world.wall_ns(), source, report);
  find_in_suspense(store, source.channel, report);
  explain(report);
  return report;
}

}  // namespace payonce::reconciliation
