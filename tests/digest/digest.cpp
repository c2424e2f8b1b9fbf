#include "ledger/digest/digest.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

using namespace payonce;

TEST_CASE("SHA-256 gives the digests of its standard") {
  struct Case {
    std::string message;
    std::string digest;
  };
  // FIPS 180-4's examples: one block, two blocks, a million letters, and the empty message.
  const std::vector<Case> cases = {
      {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
      {std::string(1'000'000, 'a'), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
  };
  for (const Case& expected : cases) {
    CAPTURE(expected.digest);
    CHECK(hex(sha256(expected.message)) == expected.digest);
  }
}

TEST_CASE("HMAC-SHA-256 gives the digests of RFC 4231, each time it is asked") {
  struct Case {
    std::string key;
    std::string data;
    std::string digest;
  };
  std::string counting;
  for (char c = 1; c <= 25; ++c) counting += c;
  const std::vector<Case> cases = {
      {std::string(20, '\x0b'), "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
      {"Jefe", "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
      {std::string(20, '\xaa'), std::string(50, '\xdd'),
       "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
      {counting, std::string(50, '\xcd'), "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"},
      {std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First",
       "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
      {std::string(131, '\xaa'),
       "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be "
       "hashed "
       "before being used by the HMAC algorithm.",
       "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"},
  };
  for (const Case& expected : cases) {
    CAPTURE(expected.digest);
    Mac mac(expected.key);
    CHECK(hex(mac.of(expected.data)) == expected.digest);
    (void)mac.of("something else in between");
    CHECK(hex(mac.of(expected.data)) == expected.digest);
    Mac moved(std::move(mac));
    CHECK(hex(moved.of(expected.data)) == expected.digest);
  }
}

TEST_CASE("other secrets and other bytes give other digests") {
  Mac one("secret");
  Mac other("Secret");
  CHECK(one.of("x") != other.of("x"));
  CHECK(one.of("x") != one.of("y"));
  CHECK(one.of("x") != sha256("x"));
  one = Mac("Secret");
  CHECK(one.of("x") == other.of("x"));
}

TEST_CASE("two lists of parts that read the same when joined have different bytes") {
  const auto bytes = [](auto fill) {
    Parts parts;
    fill(parts);
    return std::string(parts.bytes());
  };
  std::vector<std::string> all = {
      bytes([](Parts&) {}),
      bytes([](Parts& p) { p.text(""); }),
      bytes([](Parts& p) { p.text("").text(""); }),
      bytes([](Parts& p) { p.text("ab").text("c"); }),
      bytes([](Parts& p) { p.text("a").text("bc"); }),
      bytes([](Parts& p) { p.text("abc"); }),
      bytes([](Parts& p) { p.text("1"); }),
      bytes([](Parts& p) { p.number(1); }),
      bytes([](Parts& p) { p.number(-1); }),
      bytes([](Parts& p) { p.number(1).number(1); }),
  };
  // One number and one empty text would be the same bytes: a list has its kinds in a fixed order, so the two never meet.
  for (std::size_t a = 0; a < all.size(); ++a) {
    for (std::size_t b = a + 1; b < all.size(); ++b) {
      CAPTURE(a);
      CAPTURE(b);
      CHECK(all[a] != all[b]);
    }
  }
  CHECK(bytes([](Parts& p) { p.text("ab").number(-2); }) ==
        std::string("\x02\0\0\0\0\0\0\0ab\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 18));
  Parts parts;
  parts.text("x").clear();
  CHECK(parts.bytes().empty());
}

TEST_CASE("bytes are shown in lower-case hexadecimal") {
  const std::array<std::uint8_t, 4> bytes = {0x00, 0x0F, 0xA0, 0xFF};
  CHECK(hex(bytes) == "000fa0ff");
  CHECK(hex({}) == "");
}

TEST_CASE("threads that digest at once do not disturb each other") {
  std::array<bool, 4> right{};
  std::vector<std::thread> threads;
  for (std::size_t n = 0; n < right.size(); ++n) {
    threads.emplace_back([n, &right] {
      const std::string message(n * 100, static_cast<char>('a' + n));
      Mac mac("secret");
      const Digest digest = sha256(message);
      const Digest keyed = mac.of(message);
      right[n] = true;
      for (int repeat = 0; repeat < 500; ++repeat) {
        right[n] = right[n] && sha256(message) == digest && mac.of(message) == keyed;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const bool each : right) CHECK(each);
}
