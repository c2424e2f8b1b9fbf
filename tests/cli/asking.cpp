#include "tests/cli/asking.hpp"

#include <doctest/doctest.h>

namespace payonce::test {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    REQUIRE(end != std::string::npos);  // every reply ends its line
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace

Asked ask(const Desk& desk, const std::string& requests) {
  desk.folder().write("requests.ndjson", requests);
  const Ran ran = desk.run("ask requests.ndjson --wait 0s");
  CAPTURE(ran.out);
  CHECK(ran.err == "");
  Asked asked{ran.status, {}, lines_of(ran.out)};
  for (const std::string& line : asked.lines) {
    asked.replies.push_back(parsed(line));
    const Json& reply = asked.replies.back();
    CHECK(misfits(reply, reply.member("error") != nullptr ? "error" : "reply") == std::vector<std::string>{});
    CHECK(reply.members.back().first == "exit");
  }
  return asked;
}

std::string told(const Json& reply) {
  const Json* const error = reply.member("error");
  if (error != nullptr) return error->at("line") + " " + error->at("field") + ": " + error->at("reason_en");
  return reply.at("outcome") + (reply.at("replayed") == "true" ? " replayed" : "");
}

std::string one(const Desk& desk, const std::string& request, int status) {
  const Asked asked = ask(desk, request + "\n");
  CAPTURE(request);
  CHECK(asked.status == status);
  REQUIRE(asked.replies.size() == 1);
  return told(asked.replies.front());
}

std::string pay(const std::string& key, const std::string& amount) {
  return R"({"verb":"pay","key":")" + key + R"(","order":"o1","amount":)" + amount + "}";
}

}  // namespace payonce::test
