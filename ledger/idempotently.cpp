#include "ledger/idempotently.hpp"

#include <exception>

#include "ledger/fingerprint.hpp"
#include "ledger/layer.hpp"
#include "ledger/layers/idempotency_key.hpp"
#include "ledger/layers/retention.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/idempotently.hpp"

// The first layer around a function that is not ours. It claims, replays, takes over and stores as for a payment; what a reply
// says is the function's business.
namespace payonce {
namespace {

class Performance {
 public:
  Performance(Ledger& ledger, World& world, const Wish& wish)
      : ledger_(ledger),
        settings_(ledger.settings().strict()),
        world_(world),
        request_{.tenant = wish.tenant, .key = wish.key, .target = wish.action},
        fingerprint_(fingerprint(ledger.secret(), wish.action, wish.parts)),
        witnessed_ns_(ledger.store().reading(
            [&](View& view) { return idempotency_key::retention_time(view, world, ledger.settings()).now_ns; })) {
    invariant(settings_.on(Layer::idempotency_key), "a function is made idempotent by the first layer");
  }

  Passage enter() {
    Passage pay{.world = world_,
                .settings = settings_,
                .window = ledger_.window(),
                .ledger_id = ledger_.id(),
                .rules = ledger_.rules()};
    pay.request = &request_;
    pay.now_ns = world_.wall_ns();
    pay.witnessed_ns = witnessed_ns_;
    pay.answer.decided_at_ns = pay.now_ns;
    pay.key_hash = ledger_.hash_of(request_.tenant.text(), request_.key.text());
    pay.fingerprint = fingerprint_;
    return pay;
  }

  void store(Tx& tx, Passage& pay, Outcome outcome, std::string reply) {
    (void)pay.say(Layer::idempotency_key, outcome);
    pay.own_answer = std::move(reply);
    idempotency_key::finish(tx, pay);
    (void)tx.change(sql::idempotently::end_call{.key_hash = pay.key_hash});
  }

  static Done told(Passage& pay) {
    if (pay.replayed) {
      const bool refused = pay.answer.outcome == Outcome::rejected;
      return {.how = refused ? Done::How::refused : Done::How::replayed, .reply = std::move(pay.stored_answer)};
    }
    const auto how = [&] {
      switch (pay.answer.outcome) {
        case Outcome::performed: return Done::How::ran;
        case Outcome::rejected: return Done::How::refused;
        case Outcome::key_reused: return Done::How::key_reused;
        case Outcome::key_expired: return Done::How::key_expired;
        case Outcome::response_gone: return Done::How::reply_gone;
        case Outcome::in_progress: return Done::How::in_progress;
        default: return Done::How::unknown;
      }
    };
    return {.how = how(), .reply = pay.own_answer.value_or(""), .retry_after_ms = pay.answer.retry_after_ms};
  }

  Store& file() { return ledger_.store(); }
  [[nodiscard]] const std::string& action() const { return request_.target; }

 private:
  Ledger& ledger_;
  Settings settings_;  // no look comes before a caller's function: a naive layer is on for it
  World& world_;
  Request request_;
  Fingerprint fingerprint_;
  std::int64_t witnessed_ns_;
};

/// The refusal, in a transaction of its own behind the one that was rolled back. Somebody else may have run it meanwhile.
Done refuse(Performance& one, const std::string& why) {
  return one.file().atomically([&](Tx& tx) {
    Passage pay = one.enter();
    if (idempotency_key::claim(tx, pay)) one.store(tx, pay, Outcome::rejected, why);
    return Performance::told(pay);
  });
}

/// Behind the call: the reply and what goes with it, under the fence of the claim; or the claim goes, or stays open.
Done settle(Performance& one, const Passage& claimed, Outcome outcome, const std::string& reply,
            const std::function<void(Tx&, const std::string&)>& record) {
  try {
    return one.file().atomically([&](Tx& tx) {
      Passage pay = claimed;
      idempotency_key::hold(tx, pay);
      if (record && outcome == Outcome::performed) record(tx, reply);
      if (keeping(outcome) == Keeping::final_answer) {
        one.store(tx, pay, outcome, reply);
        return Performance::told(pay);
      }
      (void)pay.say(Layer::idempotency_key, outcome, "callers_function");
      idempotency_key::finish(tx, pay);
      if (outcome == Outcome::unavailable) {
        (void)tx.change(sql::idempotently::end_call{.key_hash = pay.key_hash});
      }
      return Performance::told(pay);
    });
  } catch (const ClaimLost&) {
    // Whoever took over asks what became of our call, and answers.
    return {.how = Done::How::in_progress, .reply = {}, .retry_after_ms = 1'000};
  }
}

}  // namespace

std::string_view name(Done::How how) {
  switch (how) {
    case Done::How::ran: return "ran";
    case Done::How::replayed: return "replayed";
    case Done::How::refused: return "refused";
    case Done::How::key_reused: return "key_reused";
    case Done::How::key_expired: return "key_expired";
    case Done::How::reply_gone: return "reply_gone";
    case Done::How::in_progress: return "in_progress";
    case Done::How::unknown: return "unknown";
  }
  return "";
}

bool succeeded(const Done& done) { return done.how == Done::How::ran || done.how == Done::How::replayed; }

Done idempotently(Ledger& ledger, World& world, const Wish& wish, const std::function<std::string(Tx&)>& function,
                  Meaning otherwise) {
  invariant(otherwise != Meaning::unknown, "what one transaction rolls back is known not to have happened");
  Performance one(ledger, world, wish);
  try {
    Done done = one.file().atomically([&](Tx& tx) {
      Passage pay = one.enter();
      if (!idempotency_key::claim(tx, pay)) return Performance::told(pay);
      if (pay.resumed) {
        // Begun as a call outside: a function that asks nobody must not run on what may have happened.
        (void)pay.say(Layer::idempotency_key, Outcome::outcome_unknown, "callers_function");
        idempotency_key::finish(tx, pay);
      } else {
        world.step(Step::book_tx);
        one.store(tx, pay, Outcome::performed, function(tx));
      }
      return Performance::told(pay);
    });
    world.step(Step::reply_send);
    return done;
  } catch (const Refused& why) {
    return refuse(one, why.what());
  } catch (const NothingHappened&) {
    throw;
  } catch (const StorageTrouble&) {
    throw;
  } catch (const Broken&) {
    throw;
  } catch (const std::exception& thrown) {
    if (otherwise != Meaning::refused) throw;
    return refuse(one, thrown.what());
  }
}

Done idempotently(Ledger& ledger, World& world, const Wish& wish, const Calling& calling) {
  invariant(static_cast<bool>(calling.call), "there is something to call");
  Performance one(ledger, world, wish);
  bool ours = false;
  Passage claimed = one.file().atomically([&](Tx& tx) {
    Passage pay = one.enter();
    ours = static_cast<bool>(idempotency_key::claim(tx, pay));
    if (!ours) {
      idempotency_key::finish(tx, pay);
      return pay;
    }
    if (!pay.resumed && calling.intend) calling.intend(tx);
    idempotency_key::reserve(tx, pay);
    (void)tx.change(
        sql::idempotently::begin_call{.key_hash = pay.key_hash, .action = one.action(), .now_ns = pay.now_ns});
    return pay;
  });
  if (!ours) return Performance::told(claimed);
  world.step(Step::channel_charge);
  if (claimed.resumed) {
    const Outside said = calling.resolve ? calling.resolve() : Outside{};
    if (said.what == Outside::What::unknown) return settle(one, claimed, Outcome::outcome_unknown, {}, {});
    if (said.what == Outside::What::happened) {
      return settle(one, claimed, Outcome::performed, said.reply, calling.record);
    }
  }
  std::string reply;
  try {
    reply = calling.call();
  } catch (const Refused& why) {
    return settle(one, claimed, Outcome::rejected, why.what(), {});
  } catch (const NothingHappened&) {
    (void)settle(one, claimed, Outcome::unavailable, {}, {});
    throw;
  } catch (const std::exception& thrown) {
    if (calling.otherwise == Meaning::refused) return settle(one, claimed, Outcome::rejected, thrown.what(), {});
    const bool nothing = calling.otherwise == Meaning::nothing_happened;
    (void)settle(one, claimed, nothing ? Outcome::unavailable : Outcome::outcome_unknown, {}, {});
    throw;
  }
  world.step(Step::channel_answer);
  return settle(one, claimed, Outcome::performed, reply, calling.record);
}

}  // namespace payonce
