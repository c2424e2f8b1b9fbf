#include <doctest/doctest.h>

#include "tests/script/samples.hpp"
#include "tests/script/vocabulary.hpp"

using namespace payonce::script;
using payonce::script_tests::samples;
using payonce::script_tests::story;
using payonce::script_tests::words;

namespace {

std::string printed(std::string_view text) {
  const Script script = parse(text, words());
  for (const Error& error : script.errors) FAIL_CHECK(report("script", error, payonce::Language::en));
  return print(script.tree);
}

}  // namespace

TEST_CASE("printing what was read and reading it again changes nothing, for every sample of the design") {
  for (const std::string_view sample : samples) {
    CAPTURE(sample);
    const Script first = parse(sample, words());
    CHECK(first.errors.empty());
    const std::string text = print(first.tree);
    const Script second = parse(text, words());
    CHECK(second.errors.empty());
    CHECK(first.tree == second.tree);
    // The text of a step and its places follow from the tree, and all else must be equal as it is.
    CHECK(first.stories == second.stories);
    CHECK(print(second.tree) == text);
  }
}

TEST_CASE("the canonical form of a story is this one") {
  CHECK(printed("# top\n\n\n\nscenario s   # name\r\n"
                "   en \"A\"\n"
                "# about the world\n"
                "world\n\n"
                "        account   alice   CNY   1.00\n"
                "steps\n"
                "    pay o1   key = k1 amount=CNY   1.00=>paid   # yes\n"
                "\n\n"
                "    # then\n"
                "    advance\t10s\n"
                "    together\n"
                "      pay o1 key=\"k 2\"\n"
                "      # inside\n"
                "      cancel o1\n"
                "    =>  paid |already_paid   1 , cancelled 1\n"
                "    check balance alice=0.00\n"
                "    # last\n"
                "# end\n") ==
        "# top\n\n"
        "scenario s  # name\n"
        "  en \"A\"\n"
        "# about the world\n"
        "world\n"
        "  account alice CNY 1.00\n"
        "steps\n"
        "  pay o1 key=k1 amount=CNY 1.00  => paid  # yes\n"
        "\n"
        "  # then\n"
        "  advance 10s\n"
        "  together\n"
        "    pay o1 key=\"k 2\"\n"
        "    # inside\n"
        "    cancel o1\n"
        "  => paid|already_paid 1, cancelled 1\n"
        "  check balance alice = 0.00\n"
        "  # last\n"
        "# end\n");
}

TEST_CASE("the steps of a repeat are indented by four, and a comment among them keeps its place") {
  CHECK(printed(story(
            "   repeat   3\n\n      # first\n     pay o{n} key=k{n}=>paid\n      ship o{n}\n   reconcile=>clean\n")) ==
        "scenario s\nsteps\n"
        "  repeat 3\n"
        "\n"
        "    # first\n"
        "    pay o{n} key=k{n}  => paid\n"
        "    ship o{n}\n"
        "  reconcile            => clean\n");
}

TEST_CASE("the arrows of one steps section stand under each other, and a very long line does not push them") {
  const std::string longer(200, 'x');
  CHECK(printed(story("  pay o1 key=k1 => paid\n  reconcile => clean\n  pay o1 key=" + longer + " => paid\n")) ==
        "scenario s\nsteps\n"
        "  pay o1 key=k1  => paid\n"
        "  reconcile      => clean\n"
        "  pay o1 key=" +
            longer + "  => paid\n");
}

TEST_CASE("arrows are aligned by what a screen shows, where a Chinese character takes two columns") {
  CHECK(printed(story("  pay o1 key=\"钥匙\" => paid\n  pay o1 key=key-123 => paid\n")) ==
        "scenario s\nsteps\n"
        "  pay o1 key=\"钥匙\"   => paid\n"
        "  pay o1 key=key-123  => paid\n");
}

TEST_CASE("one blank line stands before each scenario but the first, wherever there were more or none") {
  const std::string one = "scenario a\nsteps\n  advance 1s\n";
  const std::string two = "scenario b\nsteps\n  advance 1s\n";
  CHECK(printed(one + two) == one + "\n" + two);
  CHECK(printed("\n\n" + one + "\n\n\n" + two + "\n\n") == one + "\n" + two);
}

TEST_CASE("a value keeps its quotes where it would be read otherwise without them, and only there") {
  for (const std::string kept : {R"(key="a b")", R"(key="")", R"(key=">x")", R"(key="a=>b")", R"(key="a\"b")",
                                 R"(key="é")", R"(key="a\\ \n\t")"}) {
    CAPTURE(kept);
    CHECK(printed(story("  pay o1 " + kept + " => paid\n")) == story("  pay o1 " + kept + "  => paid\n"));
  }
  CHECK(printed(story("  pay o1 key=\"k1\" => paid\n")) == story("  pay o1 key=k1  => paid\n"));
  CHECK(printed(story("  pay o1 key=\"a=b#c\" => paid\n")) == story("  pay o1 key=a=b#c  => paid\n"));
}

TEST_CASE("a file of nothing, of blank lines or of comments is a file of no scenario") {
  for (const std::string_view text : {"", "\n\n", "\xEF\xBB\xBF", "  \t \r\n"}) CHECK(printed(text).empty());
  CHECK(printed("\n\n# only\n\n\n#this\n") == "# only\n\n#this\n");
}
