#include "tests/wire/read.hpp"

#include <doctest/doctest.h>

#include "ledger/values/json.hpp"

namespace payonce::wire_tests {

Terms terms() { return {.tenant = *Tenant::parse("tenant", "main"), .key_min_bytes = 1}; }

Result<Request> read(std::string_view json) { return read_request(json, terms()); }

std::string written(const Request& request) {
  std::string out;
  JsonWriter json(out);
  // Inside quotes a key may hold what it may not hold bare.
  std::string key = "\"";
  for (const char c : request.key.text()) key += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  json.object().member("verb", name(request.verb)).member("key", key + "\"").member("tenant", request.tenant.text());
  json.member(about_order(request.verb) ? "order" : "account", request.target);
  if (request.counterpart) json.member("to", request.counterpart->text());
  if (request.amount) json.member("amount", *request.amount);
  if (request.via) json.member("via", request.via->text());
  if (request.if_version) json.member("if_version", *request.if_version);
  if (request.reference) json.member("ref", request.reference->text());
  if (request.verb == Verb::adjust) json.member("absolute", request.absolute);
  json.end();
  return out;
}

std::string all_of(const Request& request) {
  std::string all(name(request.verb));
  const auto add = [&all](std::string_view label, std::string_view text) {
    all.append(" ").append(label).append("=").append(text);
  };
  add("tenant", request.tenant.text());
  add("key", request.key.text());
  add("target", request.target);
  if (request.counterpart) add("to", request.counterpart->text());
  if (request.amount) add("amount", request.amount->text());
  if (request.via) add("via", request.via->text());
  if (request.if_version) add("if_version", std::to_string(*request.if_version));
  if (request.reference) add("ref", request.reference->text());
  if (request.absolute) add("absolute", "true");
  return all;
}

std::string meant(std::string_view json) {
  const Result<Request> request = read(json);
  CAPTURE(std::string(json));
  if (!request) FAIL_CHECK(request.error().field, ": ", request.error().why.en);
  return request ? all_of(*request) : std::string();
}

}  // namespace payonce::wire_tests
