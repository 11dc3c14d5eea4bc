// SPDX-License-Identifier: GPL-3.0-or-later
#include "expression/lexer.hpp"

#include <array>
#include <utility>

#include "expression/characters.hpp"

namespace leafwise::algebra::detail {

void fail(std::string message, std::string expected, TextRange range) {
  throw InvalidInput(Mistake{std::move(message), std::move(expected), range, std::nullopt});
}

namespace {

/// What people type, or word processors and other languages make of it, and what is meant.
struct Lookalike {
  std::string_view typed;
  std::string_view meant;
};

constexpr std::array<Lookalike, 23> lookalikes = {{
    {"\xE2\x80\xB2", "' (a straight single quote)"},  // ′ prime
    {"\xE2\x80\xB3", "'' (two straight quotes)"},     // ″ double prime
    {"\xE2\x80\x99", "' (a straight single quote)"},  // ’
    {"\xE2\x80\x98", "' (a straight single quote)"},  // ‘
    {"\xC2\xB4", "' (a straight single quote)"},      // ´
    {"`", "' (a straight single quote)"},
    {"\"", "'' (two single quotes) for a second derivative"},
    {"\xE2\x88\x92", "- (the plain minus sign)"},   // − minus
    {"\xE2\x80\x93", "- (the plain minus sign)"},   // – dash
    {"\xC2\xB7", "*"},                              // ·
    {"\xC3\x97", "*"},                              // ×
    {"\xE2\x8B\x85", "*"},                          // ⋅
    {"\xC3\xB7", "/"},                              // ÷
    {"\xC2\xB2", "^2"},                             // ²
    {"\xC2\xB3", "^3"},                             // ³
    {"\xC2\xB0", "radians: degrees times pi/180"},  // °
    {"\xCF\x80", "pi"},                             // π
    {"\xE2\x88\x9A", "sqrt(…)"},                    // √
    {"[", "( for grouping"},
    {"]", ") for grouping"},
    {"{", "( for grouping"},
    {"}", ") for grouping"},
    {"\\", "plain names: LaTeX is not read"},
}};

constexpr std::string_view symbols = "+-*/^()=,";

std::size_t utf8_length(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  if (byte >= 0xF0) return 4;
  if (byte >= 0xE0) return 3;
  return byte >= 0xC0 ? 2 : 1;
}

}  // namespace

Lexer::Lexer(std::string_view text) : text_(text) {
  current_ = scan();
}

void Lexer::advance() {
  previous_ = current_;
  current_ = scan();
}

Token Lexer::scan() {
  while (position_ < text_.size() && is_space(text_[position_])) ++position_;
  Token token;
  token.range = {position_, 1};
  if (position_ == text_.size()) return token;
  const std::size_t begin = position_;
  const char first = text_[begin];
  std::size_t end = begin + 1;
  const bool digit_follows = end < text_.size() && is_digit(text_[end]);
  if (is_letter(first)) {
    while (end < text_.size() && is_name_character(text_[end])) ++end;
    token.kind = TokenKind::name;
  } else if (is_digit(first) || (first == '.' && digit_follows)) {
    end = number_end(begin);
    token.kind = TokenKind::number;
  } else if (first == '\'') {
    while (end < text_.size() && text_[end] == '\'') ++end;
    token.kind = TokenKind::marks;
  } else if (symbols.find(first) != std::string_view::npos) {
    token.kind = TokenKind::symbol;
  } else {
    refuse_character();
  }
  position_ = end;
  token.text = text_.substr(begin, end - begin);
  token.range = {begin, end - begin};
  return token;
}

/// `12`, `0.5`, `.5`, `1.5e-3`. An `e` is part of the number only if digits follow it: e is an
/// ordinary name otherwise.
std::size_t Lexer::number_end(std::size_t begin) const {
  const auto skip_digits = [this](std::size_t at) {
    while (at < text_.size() && is_digit(text_[at])) ++at;
    return at;
  };
  std::size_t end = skip_digits(begin);
  if (end < text_.size() && text_[end] == '.') end = skip_digits(end + 1);
  if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
    std::size_t exponent = end + 1;
    if (exponent < text_.size() && (text_[exponent] == '+' || text_[exponent] == '-')) ++exponent;
    if (exponent < text_.size() && is_digit(text_[exponent])) end = skip_digits(exponent);
  }
  return end;
}

void Lexer::refuse_character() const {
  const std::string_view rest = text_.substr(position_);
  for (const Lookalike& entry : lookalikes) {
    if (!rest.starts_with(entry.typed)) continue;
    fail("'" + std::string(entry.typed) + "' cannot be used in an expression",
         "write " + std::string(entry.meant),
         {position_, entry.typed.size()});
  }
  const char first = rest.front();
  if (first == '<' || first == '>' || first == '!') {
    fail("comparisons are not part of an expression",
         "an equation with one '='; under 'inequations' the expression alone: x - 2",
         {position_, rest.size() > 1 && rest[1] == '=' ? 2U : 1U});
  }
  const std::string_view whole = rest.substr(0, utf8_length(first));
  const bool printable = static_cast<unsigned char>(first) > 0x20 && first != 0x7F;
  fail(printable ? "'" + std::string(whole) + "' cannot be used in an expression"
                 : std::string("a control character cannot be used in an expression"),
       "names are made of the letters a-z, A-Z, digits and _",
       {position_, whole.size()});
}

}  // namespace leafwise::algebra::detail
