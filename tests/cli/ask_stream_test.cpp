// A client on the other end of a pipe: answers come as requests do, and where nobody listens nothing is asked.

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/cli/asking.hpp"
#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;

namespace {

/// The program with a pipe on either side: a client that waits for each answer before it asks again.
class Talk {
 public:
  explicit Talk(const Desk& desk, const std::string& words = "ask") {
    int in[2];
    int out[2];
    REQUIRE(pipe2(in, O_CLOEXEC) == 0);
    REQUIRE(pipe2(out, O_CLOEXEC) == 0);
    std::string db = (desk.folder() / "payonce.db").string();
    std::string program = PAYONCE_PROGRAM;
    std::vector<std::string> arguments = words_of("--db " + db + " " + words);
    std::vector<char*> argv{program.data()};
    for (std::string& word : arguments) argv.push_back(word.data());
    argv.push_back(nullptr);
    process_ = fork();
    REQUIRE(process_ >= 0);
    if (process_ == 0) {
      dup2(in[0], STDIN_FILENO);
      dup2(out[1], STDOUT_FILENO);
      dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
      execv(program.c_str(), argv.data());
      _exit(99);
    }
    close(in[0]);
    close(out[1]);
    to_ = in[1];
    from_ = out[0];
  }
  Talk(const Talk&) = delete;
  Talk& operator=(const Talk&) = delete;
  ~Talk() {
    hang_up();
    if (to_ >= 0) close(to_);
    if (process_ > 0) (void)waitpid(process_, nullptr, 0);
  }

  void say(const std::string& text) const {
    REQUIRE(write(to_, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  /// The next line; empty at the end.
  std::string hear() const {
    std::string line;
    for (char c = 0; read(from_, &c, 1) == 1 && c != '\n';) line += c;
    return line;
  }
  /// Nobody reads any more.
  void hang_up() {
    if (from_ >= 0) close(from_);
    from_ = -1;
  }
  int end() {
    close(to_);
    to_ = -1;
    int status = 0;
    REQUIRE(waitpid(process_, &status, 0) == process_);
    process_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

 private:
  pid_t process_ = -1;
  int to_ = -1;
  int from_ = -1;
};

}  // namespace

TEST_CASE("each line is answered as it comes, before the next is written") {
  const Desk desk;
  desk.open_shop();
  Talk talk(desk);
  for (int n = 0; n < 3; ++n) {
    talk.say(pay("k1", R"("CNY 100.00")") + "\n");
    CHECK(told(parsed(talk.hear())) == (n == 0 ? "paid" : "paid replayed"));
    talk.say("{\"verb\":1}\n");
    CHECK(told(parsed(talk.hear())) == std::to_string(2 * n + 2) + " verb: must be a text in quotes, not a number");
  }
  talk.say("{\"verb\":");  // half a line is no line yet
  talk.say("\"pay\"}\n");
  CHECK(told(parsed(talk.hear())) == "7 key: is required: one key for one wish, the same again on every repetition");
  CHECK(talk.end() == 64);
  CHECK(talk.hear() == "");
}

TEST_CASE("where nobody reads the answers any more, nothing more is asked") {
  const Desk desk;
  desk.open_shop();
  Talk talk(desk);
  talk.say(R"({"verb":"topup","account":"bob","amount":"CNY 1.00","key":"t1"})"
           "\n");
  CHECK(told(parsed(talk.hear())) == "booked");
  talk.hang_up();
  talk.say(R"({"verb":"topup","account":"bob","amount":"CNY 1.00","key":"t2"})"
           "\n"
           R"({"verb":"topup","account":"bob","amount":"CNY 1.00","key":"t3"})"
           "\n"
           R"({"verb":"topup","account":"bob","amount":"CNY 1.00","key":"t4"})"
           "\n");
  CHECK(talk.end() == 74);
  // The second was booked before its answer could not be told; a client asks it again by its key.
  CHECK(holds(desk.done("account show bob"), "CNY 2.00"));
  CHECK(desk.run("key show t3").status == 10);
  for (const Out out : {Out::full, Out::closed, Out::unread}) {
    desk.folder().write("requests.ndjson", pay("k1", R"("CNY 100.00")") + "\n" + pay("k2", R"("CNY 100.00")") + "\n");
    CHECK(desk.run("ask requests.ndjson", out).status == 74);
    CHECK(desk.run("key show k2").status == 10);
  }
}
