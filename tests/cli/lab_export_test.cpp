// The laboratory written to files: what is refused, and that nothing is left behind or replaced by halves.

#include <doctest/doctest.h>

#include <signal.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;

namespace {

/// A laboratory of one quick experiment, so that no test waits for the catalogue.
void write_experiment(const Desk& desk, const std::string& about = "Two clicks, two keys.") {
  desk.folder().write("mine.lab",
                      "scenario mine\n  en \"" + about +
                          "\"\n  zh \"两次点击，两个键。\"\n  row 02\nworld\n"
                          "  account alice CNY 10.00\n  account shop CNY 0.00\n"
                          "  order o1 buyer=alice payee=shop amount=1.00\nintents\n  buy = pay o1 once\nactors\n"
                          "  one: pay o1 key=k1 for=buy\n  two: pay o1 key=k2 for=buy\n");
}

std::size_t files_in(const Desk& desk) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(desk.folder().path())) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".html") || name.ends_with(".md") || name.ends_with(".svg") || name.starts_with(".payonce"))
      ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("lab export writes a page, slides and a diagram of one experiment in one go, and tells what it wrote") {
  const Desk desk;
  write_experiment(desk);
  const Json told =
      parsed(desk.done("lab export --from mine.lab mine --html a.html --slides a.md --svg a.svg --layers K --json"));
  CHECK(told.at("html") == "a.html");
  CHECK(told.at("slides") == "a.md");
  CHECK(told.at("svg") == "a.svg");
  CHECK(told.at("schedule").starts_with("L1."));
  CHECK(told.at("experiments") == "1");
  CHECK(told.at("cells") == "16");
  CHECK(told.at("leaking") == "2");
  CHECK(told.at("unknown") == "0");
  CHECK(told.at("exit") == "0");
  CHECK(contents(desk.folder() / "a.html").starts_with("<!doctype html>"));
  CHECK(holds(contents(desk.folder() / "a.md"), "## mine"));
  CHECK(holds(contents(desk.folder() / "a.svg"), "✖ DOUBLE"));
  CHECK(files_in(desk) == 3);
  CHECK(holds(desk.done("lab export --from mine.lab mine --svg b.svg --lang zh"), "✓ 已导出"));
  CHECK(holds(contents(desk.folder() / "b.svg"), "两次点击，两个键。"));
}

TEST_CASE("the diagram of a schedule is drawn by its id, and one that does not fit is refused by the turn") {
  const Desk desk;
  write_experiment(desk);
  const std::string id =
      parsed(desk.run("lab run mine --from mine.lab --layers K --json").out).member("trace")->at("schedule");
  desk.done("lab export --from mine.lab --svg a.svg --schedule " + id);
  CHECK(holds(contents(desk.folder() / "a.svg"), id));
  const Ran late = desk.run("lab export --from mine.lab --svg b.svg --schedule " + id + "aaaa");
  CHECK(late.status == 64);
  CHECK(late.err.starts_with("payonce: schedule: does not fit: turn 7"));
  CHECK(desk.run("lab export --from mine.lab --svg b.svg --schedule nonsense").status == 64);
  CHECK(files_in(desk) == 1);
}

TEST_CASE("what lab export is not told, is told twice or cannot draw is refused, and no file is made") {
  const Desk desk;
  write_experiment(desk);
  struct Case {
    const char* line;
    const char* says;
  };
  for (const Case& one :
       {Case{"", "payonce: html: say what to write"}, Case{"mine", "payonce: html: say what to write"},
        Case{"nothing --html a.html", "payonce: experiment: there is none called nothing"},
        Case{"--html a.html --slides a.html", "payonce: slides: is the same file as --html"},
        Case{"--html a.html --slides ./a.html", "payonce: slides: is the same file as --html"},
        Case{"mine --html a.svg --svg a.svg", "payonce: svg: is the same file as --html"},
        Case{"--svg a.svg", "payonce: svg: draws one experiment"},
        Case{"mine mine --svg a.svg", "payonce: svg: draws one experiment"},
        Case{"mine --html a.html --layers K", "payonce: layers: belongs to --svg FILE"},
        Case{"mine --html a.html --schedule L1.a", "payonce: schedule: belongs to --svg FILE"},
        Case{"mine --svg a.svg --layers Q", "payonce: layers: "},
        Case{"mine --html a.html --states 0", "payonce: states: "},
        Case{"mine --html a.html --threads x", "payonce: threads: "},
        Case{"mine --html mine.lab", "payonce: html: is what the experiments are read from"}}) {
    CAPTURE(one.line);
    const Ran ran = desk.run(std::string("lab export --from mine.lab ") + one.line);
    CHECK(ran.status == 64);
    CAPTURE(ran.err);
    CHECK(ran.err.starts_with(one.says));
    CHECK(ran.out.empty());
  }
  CHECK(files_in(desk) == 0);
  CHECK(holds(contents(desk.folder() / "mine.lab"), "scenario mine"));
}

TEST_CASE("a place where lab export cannot write is told before any work, in both languages") {
  const Desk desk;
  write_experiment(desk);
  const Ran ran = desk.run("lab export --from mine.lab mine --html no/such/place.html");
  CHECK(ran.status == 74);
  CHECK(ran.err == "payonce: html: its folder is not there\n");
  CHECK(desk.run("lab export --from mine.lab mine --html no/x.html --lang zh").err ==
        "payonce: html: 所在文件夹不存在\n");
  std::filesystem::create_directory(desk.folder() / "folder");
  CHECK(holds(desk.run("lab export --from mine.lab mine --slides folder").err, "slides: is a folder"));
  desk.done("init");
  CHECK(desk.run("lab export --from mine.lab mine --html payonce.db").status == 74);
  CHECK(desk.run("verify").status == 0);
}

TEST_CASE("a file that was there is replaced by the whole of the new one, and kept where that does not come about") {
  const Desk desk;
  write_experiment(desk, std::string(4'000, 'x'));  // so that there is no room for the picture of it
  desk.folder().write("a.svg", "old");
  CHECK(desk.run("lab export --from mine.lab mine --svg a.svg --slides no/x.md").status == 74);
  CHECK(contents(desk.folder() / "a.svg") == "old");
  CHECK(desk.run("lab export --from mine.lab mine --svg a.svg", Out::pinched).status == 74);
  CHECK(contents(desk.folder() / "a.svg") == "old");
  desk.done("lab export --from mine.lab mine --svg a.svg");
  CHECK(contents(desk.folder() / "a.svg").ends_with("</svg>\n"));
  CHECK(files_in(desk) == 1);
}

TEST_CASE("a cell that the budget cut off ends the export with 2, and the file is written all the same") {
  const Desk desk;
  write_experiment(desk);
  const Ran ran = desk.run("lab export --from mine.lab mine --html a.html --states 2 --json");
  CHECK(ran.status == 2);
  CHECK(parsed(ran.out).at("unknown") == "16");
  CHECK(parsed(ran.out).at("exit") == "2");
  CHECK(holds(contents(desk.folder() / "a.html"), R"("verdict":"unknown")"));
  const Ran svg = desk.run("lab export --from mine.lab mine --svg a.svg --states 2");
  CHECK(svg.status == 2);
  CHECK_FALSE(std::filesystem::exists(desk.folder() / "a.svg"));
}

TEST_CASE("an export that is broken off ends by the signal and leaves nothing behind") {
  const Desk desk;
  desk.folder().write("a.html", "old");
  const pid_t process = desk.start("lab export --html a.html", "whole");  // the catalogue takes minutes
  std::this_thread::sleep_for(std::chrono::milliseconds(400));
  kill(process, SIGINT);
  CHECK(desk.end(process, "whole").status == -SIGINT);
  CHECK(contents(desk.folder() / "a.html") == "old");
  CHECK(files_in(desk) == 1);
}
