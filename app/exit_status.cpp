#include "app/exit_status.hpp"

namespace payonce {

ExitStatus exit_status(Outcome outcome) { return static_cast<ExitStatus>(exit_code(outcome)); }

Text meaning(ExitStatus status) {
  switch (status) {
    case ExitStatus::done: return {"done, replayed, or done before", "已完成、重放，或早已完成"};
    case ExitStatus::findings: return {"there are findings", "发现差异"};
    case ExitStatus::cannot_say: return {"cannot say", "无法判断"};
    case ExitStatus::refused:
      return {"refused: declined, out of order, unknown order or account",
              "被拒绝：余额不足、状态不符、订单或账户不存在等"};
    case ExitStatus::later: return {"later: ask again with the same key", "稍后再试：请用同一个键重试"};
    case ExitStatus::key_spent:
      return {"the key is used for another request, or expired", "幂等键已用于其他请求，或已过期"};
    case ExitStatus::outcome_unknown:
      return {"the outcome is unknown: ask again with the same key, never a new one",
              "结果未知：请用同一个键再问，切勿换新键"};
    case ExitStatus::usage: return {"the command line is wrong; nothing was asked", "命令行有误；未执行任何操作"};
    case ExitStatus::our_mistake: return {"a mistake of this program", "本程序的错误"};
    case ExitStatus::storage: return {"a file could not be opened, read or written", "文件无法打开、读取或写入"};
  }
  return {};
}

}  // namespace payonce
