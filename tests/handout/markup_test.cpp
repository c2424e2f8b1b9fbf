#include "app/handout/markup.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace payonce::handout;

TEST_CASE("text in markup is never markup, whatever it holds") {
  CHECK(as_markup("a < b && \"c\" > 'd'") == "a &lt; b &amp;&amp; &quot;c&quot; &gt; &#39;d&#39;");
  CHECK(as_markup("</svg><script>") == "&lt;/svg&gt;&lt;script&gt;");
  CHECK(as_markup("two\nlines\there") == "two lines here");
  CHECK(as_markup("中文 ✖") == "中文 ✖");
  CHECK(as_markup(std::string("a\x1b[31m\0z", 8)).find('\x1b') == std::string::npos);
}

TEST_CASE("JSON inside a script element can neither end it nor open a comment in it") {
  const std::string hostile = R"({"a":"</script><!-- <script> & ]]>"})";
  const std::string safe = inside_script(hostile);
  for (const char* mark : {"<", ">", "&", "</script", "<!--", "]]>"}) {
    CAPTURE(mark);
    CHECK(safe.find(mark) == std::string::npos);
  }
  CHECK(safe == R"({"a":"\u003c/script\u003e\u003c!-- \u003cscript\u003e \u0026 ]]\u003e"})");
  CHECK(inside_script(R"({"plain":[1,"中文"]})") == R"({"plain":[1,"中文"]})");
}

TEST_CASE("base64 is that of RFC 4648") {
  CHECK(base64("").empty());
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foo") == "Zm9v");
  CHECK(base64("foobar") == "Zm9vYmFy");
  CHECK(base64("\xfb\xff\xfe") == "+//+");
}

TEST_CASE("a policy names a script by the SHA-256 that browsers compute of it") {
  // openssl dgst -sha256 -binary | base64
  CHECK(policy_hash("") == "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
  CHECK(policy_hash("abc") == "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
}
