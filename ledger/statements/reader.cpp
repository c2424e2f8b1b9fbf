#include "ledger/statements/reader.hpp"

#include <array>
#include <string>

namespace payonce::statements {
namespace {

Reading refused(Text why) {
  Reading reading;
  reading.broke(FileBreak::file_unknown_layout, 1, std::move(why));
  return reading;
}

}  // namespace

Format detect(std::string_view beginning) {
  if (beginning.starts_with("\xEF\xBB\xBF")) beginning.remove_prefix(3);
  beginning.remove_prefix(std::min(beginning.find_first_not_of(" \t\r\n"), beginning.size()));
  if (beginning.empty()) return Format::unknown;
  // Some banks put lines of their own before the first message, so the tags count and not the first byte.
  const bool begins = beginning.starts_with(":20:") || beginning.find("\n:20:") != std::string_view::npos;
  if (begins && beginning.find("\n:25") != std::string_view::npos) return Format::mt940;
  if (beginning.front() == '<' || beginning.starts_with("OFXHEADER") || beginning.starts_with("PK\x03\x04")) {
    return Format::unknown;
  }
  return Format::csv;
}

Reading read(std::istream& in, const FieldMap* map, const Sink& sink) {
  std::array<char, enough_to_detect> beginning{};
  in.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  const auto got = static_cast<std::size_t>(in.gcount());
  in.clear();
  in.seekg(0);
  switch (detect({beginning.data(), got})) {
    case Format::mt940: return read_mt940(in, sink);
    case Format::csv:
      if (map != nullptr) return read_csv(in, *map, sink);
      return refused({"is no MT940; a separated file is read with a map of its columns (--map)",
                      "不是 MT940；CSV 文件须以 --map 给出列映射"});
    case Format::unknown: break;
  }
  return refused({"is empty, or neither MT940 nor a separated file", "文件为空，或既非 MT940 也非 CSV"});
}

}  // namespace payonce::statements
