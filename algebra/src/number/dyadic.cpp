// SPDX-License-Identifier: GPL-3.0-or-later
#include "number/dyadic.hpp"

#include <flint/fmpz.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>

namespace leafwise::algebra::detail {

namespace {

/// Longer ones belong to no certificate, and would fill the memory.
constexpr std::size_t most_digits = 10000;
constexpr std::size_t most_digits_of_exponent = 6;

bool is_integer(const std::string& text, std::size_t most) {
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  return text.size() > sign && text.size() <= sign + most &&
         std::all_of(text.begin() + static_cast<std::ptrdiff_t>(sign), text.end(), [](char c) {
           return std::isdigit(static_cast<unsigned char>(c)) != 0;
         });
}

struct Integer {
  Integer() { fmpz_init(raw); }
  ~Integer() { fmpz_clear(raw); }
  Integer(const Integer&) = delete;
  Integer& operator=(const Integer&) = delete;
  fmpz_t raw;
};

}  // namespace

std::string dyadic_text(const arf_struct* number) {
  Integer mantissa;
  Integer exponent;
  arf_get_fmpz_2exp(mantissa.raw, exponent.raw, number);
  const std::unique_ptr<char, void (*)(void*)> digits(fmpz_get_str(nullptr, 10, mantissa.raw),
                                                      &flint_free);
  return std::string(digits.get()) + "*2^" + std::to_string(fmpz_get_si(exponent.raw));
}

std::string dyadic_text(double number) {
  arf_t exact;
  arf_init(exact);
  arf_set_d(exact, number);
  std::string text = dyadic_text(exact);
  arf_clear(exact);
  return text;
}

bool read_dyadic(arf_struct* number, const std::string& text) {
  const std::size_t middle = text.find("*2^");
  if (middle == std::string::npos) return false;
  const std::string digits = text.substr(0, middle);
  const std::string power = text.substr(middle + 3);
  if (!is_integer(digits, most_digits) || !is_integer(power, most_digits_of_exponent)) return false;
  Integer mantissa;
  Integer exponent;
  fmpz_set_str(mantissa.raw, digits.c_str(), 10);
  fmpz_set_str(exponent.raw, power.c_str(), 10);
  arf_set_fmpz_2exp(number, mantissa.raw, exponent.raw);
  return true;
}

}  // namespace leafwise::algebra::detail
