#include "app/timeline.hpp"

namespace payonce {

std::string track_of(const std::vector<orders::LifeStep>& life) {
  std::string track;
  for (const orders::LifeStep& step : life) {
    if (step.machine != "order") continue;
    if (track.empty() && !step.from.empty()) track = step.from;
    track += (track.empty() ? "" : " ─▶ ") + step.to;
  }
  return track;
}

std::vector<Record> rows_of(const std::vector<orders::LifeStep>& life, bool whole) {
  std::vector<Record> rows;
  for (const orders::LifeStep& step : life) {
    Record row;
    row.time("at", {"time", "时间"}, step.at_ns)
        .text("machine", {"what", "对象"}, step.machine)
        .text("which", {"which", "编号"}, step.which)
        .text("from", {"from", "从"}, step.from)
        .text("to", {"to", "到"}, step.to)
        .maybe("cause", {"cause", "原因"}, step.cause)
        .maybe("evidence", {"evidence", "证据"}, step.source);
    if (whole) row.maybe("said", {"what it said", "证据内容"}, step.said);
    row.maybe("voucher", {"voucher", "凭证"}, step.voucher);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string timeline_text(const Context& context, const std::vector<orders::LifeStep>& life) {
  return "\n" + context.painter().paint(context.said({"Its life", "经历"}), Tone::dim) + "\n  " + track_of(life) +
         "\n\n" + table_of(context, rows_of(life, false), {});
}

}  // namespace payonce
