#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/script/complaints.hpp"

namespace payonce::script {

/// A comment from its `#` to the end of its line, blanks behind it cut off.
struct Comment {
  std::string text;
  bool gap = false;  // a blank line stands before it
  Place place;
  friend bool operator==(const Comment&, const Comment&) = default;
};

struct Word {
  enum class Kind {
    bare,    // pay, o1, 10s, |, =
    quoted,  // "a sentence"
    pair,    // key=k1, note="a sentence"
    arrow,   // =>
  };
  Kind kind = Kind::bare;
  std::string name;  // of a pair
  std::string text;  // the word, the sentence without its quotes, or the value of a pair
  Place place;

  [[nodiscard]] bool is(std::string_view bare_word) const { return kind == Kind::bare && text == bare_word; }
  friend bool operator==(const Word&, const Word&) = default;
};

/// One entry of a section.
struct Line {
  std::vector<Comment> above;
  bool gap = false;     // a blank line stands before it
  bool inside = false;  // one of the steps of a `together` or a `repeat`
  std::vector<Word> words;
  std::string comment;  // behind the words, or empty
  Place place;
  friend bool operator==(const Line&, const Line&) = default;
};

/// A name at column 0, what stands on the same line behind it, and the indented lines below.
struct Section {
  std::string name;
  Line head;  // the words behind the name, and the comments of that line
  std::vector<Line> lines;
  std::vector<Comment> below;  // indented comments behind the last line
  friend bool operator==(const Section&, const Section&) = default;
};

/// The section `scenario` and those that follow it.
struct Scenario {
  std::vector<Section> sections;
  friend bool operator==(const Scenario&, const Scenario&) = default;
};

/// A whole `.lab` file as lines of words, before anybody asks what the words mean. This is what is printed.
struct Tree {
  std::vector<Scenario> scenarios;
  std::vector<Comment> end;  // comments behind everything
  friend bool operator==(const Tree&, const Tree&) = default;
};

}  // namespace payonce::script
