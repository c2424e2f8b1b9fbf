#include "app/commands/verify.hpp"

#include <fstream>

#include "app/context.hpp"
#include "app/print/progress.hpp"
#include "app/report.hpp"
#include "ledger/layers/verification.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/json.hpp"

namespace payonce {
namespace {

namespace rec = reconciliation;

/// Every line of the files, each of this ledger; anything else in them ends the command before a page is read.
std::vector<rec::Kept> checkpoints(const Arguments& given, const std::string& ledger) {
  std::vector<rec::Kept> kept;
  if (!given.given("checkpoint")) return kept;
  for (const std::string& path : given.all("checkpoint")) {
    const std::size_t before = kept.size();
    std::ifstream file(path);
    if (!file) throw Problem(ExitStatus::storage, {"checkpoint", {path + " cannot be read", "无法读取 " + path}});
    std::string line;
    for (int n = 1; std::getline(file, line); ++n) {
      if (line.empty()) continue;
      std::string place = path + ":" + std::to_string(n);
      auto parsed = journal::Checkpoint::parse("checkpoint", line);
      if (!parsed) {
        const Text& why = parsed.error().why;
        throw Problem(ExitStatus::usage, {"checkpoint", {place + " " + why.en, place + " " + why.zh}});
      }
      if (!ledger.empty() && parsed->ledger != ledger) {
        throw Problem(ExitStatus::usage,
                      {"checkpoint",
                       {place + " is of another ledger: " + parsed->ledger + ", this one is " + ledger,
                        place + " 属于另一个账本 " + parsed->ledger + "，本账本为 " + ledger}});
      }
      kept.push_back({std::move(place), std::move(parsed).value()});
    }
    if (file.bad()) throw Problem(ExitStatus::storage, {"checkpoint", {path + " cannot be read", "无法读取 " + path}});
    // An anchor that is lost must not look like one that holds.
    if (kept.size() == before) {
      throw Problem(ExitStatus::usage, {"checkpoint", {path + " has no checkpoint in it", path + " 中没有检查点"}});
    }
  }
  return kept;
}

Text anchored(const rec::Verification& said) {
  const std::string behind = std::to_string(said.unanchored);
  if (!said.anchor) {
    return {
        "not anchored: without a checkpoint kept elsewhere, vouchers cut from the end leave no trace, and neither does "
        "a "
        "book rewritten as a whole (payonce checkpoint, verify --checkpoint FILE)",
        "未锚定：没有另存的检查点，从末尾截去的凭证、或整本重写的账，都不留痕迹（payonce checkpoint，verify "
        "--checkpoint FILE）"};
  }
  return {"anchored up to " + said.anchor->voucher + " by a checkpoint of " + iso_time(said.anchor->at_ns) + "; the " +
              behind + " behind it could be cut or rewritten unnoticed",
          "由 " + iso_time(said.anchor->at_ns) + " 的检查点锚定至 " + said.anchor->voucher + "；其后 " + behind +
              " 张若被截去或重写，无从发现"};
}

std::string headline(const Context& context, const rec::Verification& said) {
  const std::string count = std::to_string(said.report.findings());
  switch (said.report.conclusion()) {
    case rec::Conclusion::clean:
      return context.painter().mark(context.said({"sound: the book is as it was written", "完好：账本与写入时一致"}),
                                    Tone::ok);
    case rec::Conclusion::findings:
      if (said.report.only_open_business()) {
        return context.painter().mark(
            context.said({"the file is sound; open business: " + count + (count == "1" ? " finding" : " findings"),
                          "文件完好；待处理的业务：" + count + " 处"}),
            Tone::warn);
      }
      return context.painter().mark(context.said({"damaged: " + count + (count == "1" ? " finding" : " findings"),
                                                  "已损坏：" + count + " 处不符"}),
                                    Tone::bad);
    case rec::Conclusion::cannot_say: break;
  }
  return context.painter().mark(
      context.said({"cannot say: not everything could be judged", "无法判断：有内容未能核对"}), Tone::warn);
}

std::string text_of(const Context& context, const rec::Verification& said) {
  const std::string count = std::to_string(said.report.vouchers);
  const std::string last = said.report.last_voucher.value_or("");
  Text book{count + (count == "1" ? " voucher" : " vouchers"), count + " 张凭证"};
  if (!last.empty()) book = {book.en + ", the last " + last, book.zh + "，最后一张 " + last};
  return headline(context, said) + "\n  " + context.said(book) + "\n  " + context.said(anchored(said)) + "\n" +
         laws_text(context, said.report.laws) + broken_laws_text(context, said.report.laws);
}

std::string json_of(const rec::Verification& said) {
  std::string out;
  JsonWriter json(out);
  json.object()
      .member("conclusion", rec::name(said.report.conclusion()))
      .member("findings", said.report.findings())
      .member("damaged", said.report.findings() != 0 && !said.report.only_open_business())
      .member("at", iso_time(said.report.at_ns))
      .member("vouchers", said.report.vouchers);
  json.name("last_voucher");
  said.report.last_voucher ? json.value(*said.report.last_voucher) : json.null();
  json.name("anchored_to");
  said.anchor ? json.value(said.anchor->voucher) : json.null();
  json.member("unanchored", said.unanchored).name("laws").array();
  for (const rec::Law& law : said.report.laws) write_law(json, law);
  json.end().member("exit", number(exit_status(said.report))).end();
  return out + "\n";
}

/// A file whose first pages are gone cannot even be opened, and that is a finding like any other.
std::optional<rec::Verification> verified(Context& context, const Arguments& given) {
  try {
    Ledger& ledger = context.ledger();
    Progress progress(context.world(), context.said({"verifying", "校验中"}));
    const auto said = rec::verify(ledger.store(), context.world(),
                                  {.checkpoints = checkpoints(given, ledger.id()),
                                   .wanted_schema = ledger_schema(ledger.laboratory(), ledger.settings()),
                                   .wanted_order = ledger_schema_order(ledger.laboratory()),
                                   .advanced = [&](std::uint64_t count) { progress.advance(count); }});
    progress.finish();
    return said;
  } catch (const StorageTrouble& met) {
    if (met.kind() != StorageTrouble::Kind::corrupt) throw;
    return std::nullopt;
  }
}

ExitStatus verify(Context& context, const Arguments& given) {
  const auto found = verified(context, given);
  const rec::Verification said = found ? *found : rec::unreadable(context.world());
  context.print(context.json() ? json_of(said) : text_of(context, said));
  return exit_status(said.report);
}

}  // namespace

Command verify_command() {
  return {
      .path = "verify",
      .about = {"whether the file still is the book that was written", "校验账本文件是否仍是当初写入的账"},
      .options = {{.name = "checkpoint",
                   .value = "FILE",
                   .about = {"checkpoints kept elsewhere, a line each", "另存的检查点文件，每行一个"},
                   .repeated = true}},
      .examples = {{.line = "payonce verify",
                    .about = {"0 sound, 1 damaged or open business, 2 cannot say",
                              "0 完好，1 已损坏或有待处理业务，2 无法判断"}}},
      .run = verify,
      .more =
          {{"The chain of hashes is computed again over every voucher, every law is asked, checkpoints and the seals "
            "of\nperiods are compared, and the file's structure with the program's own. It only reads. "
            "docs/verify.md says how to\ndo the same without this program.",
            "逐张重算哈希链，核对全部规则、检查点与期间封印，并比对文件结构。只读。docs/verify.md "
            "说明如何不用本程序校验。"}},
      .reads = true};
}

}  // namespace payonce
