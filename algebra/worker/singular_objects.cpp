// SPDX-License-Identifier: GPL-3.0-or-later
#include "singular_objects.hpp"

#include <algorithm>
#include <cstring>

namespace leafwise::algebra::worker {

namespace {

/// Singular's complaints; it has no other way to tell us.
std::string complaints;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

void note_complaint(const char* text) {
  complaints += text;
  complaints += '\n';
  errorreported = TRUE;
}

/// "possible OVERFLOW" is but a warning to Singular; to us a wrong answer.
void note_warning(const char* text) {
  if (std::strstr(text, "OVERFLOW") != nullptr) note_complaint(text);
}

}  // namespace

void listen_for_complaints() {
  WarnS_callback = note_warning;
  WerrorS_callback = note_complaint;
}

void forget_complaints() {
  complaints.clear();
  errorreported = FALSE;
}

void check_complaints() {
  if (complaints.empty() && errorreported == 0) return;
  throw Refusal(complaints.empty() ? "an error without a message" : complaints);
}

void load_library(const std::string& path) {
  const bool failed = iiLibCmd(path.c_str(), TRUE, TRUE, FALSE) != FALSE;
  check_complaints();
  if (failed) throw Refusal(path + " cannot be loaded");
}

namespace {

number number_from(const std::string& text, ring r) {
  mpq_t value;
  mpq_init(value);
  mpq_set_str(value, text.c_str(), 10);
  mpz_t numerator;
  mpz_t denominator;
  mpz_init_set(numerator, mpq_numref(value));
  mpz_init_set(denominator, mpq_denref(value));
  number result = nullptr;
  if (rField_is_Q(r) != 0) {
    result = nlInit2gmp(numerator, denominator, r->cf);
    n_Normalize(result, r->cf);
  } else {
    number above = n_InitMPZ(numerator, r->cf);
    number below = n_InitMPZ(denominator, r->cf);
    if (n_IsZero(below, r->cf) != 0) throw Refusal("a denominator is zero modulo the prime");
    result = n_Div(above, below, r->cf);
    n_Delete(&above, r->cf);
    n_Delete(&below, r->cf);
  }
  mpz_clear(numerator);
  mpz_clear(denominator);
  mpq_clear(value);
  return result;
}

poly polynomial_from(const WirePolynomial& terms, ring r) {
  poly sum = nullptr;
  for (const WireTerm& term : terms) {
    poly monomial = p_NSet(number_from(term.coefficient, r), r);
    if (monomial == nullptr) continue;
    for (std::size_t i = 0; i < term.exponents.size(); ++i) {
      if (term.exponents[i] > r->bitmask) throw Refusal("an exponent is too large");
      p_SetExp(monomial, static_cast<int>(i) + 1, term.exponents[i], r);
    }
    p_Setm(monomial, r);
    sum = p_Add_q(sum, monomial, r);
  }
  return sum;
}

std::string text_of(number value, ring r) {
  StringSetS("");
  n_Write(value, r->cf, FALSE);
  char* raw = StringEndS();
  std::string text = raw;
  omFree(raw);
  return text;
}

}  // namespace

OwnedIdeal ideal_from(const WireIdeal& generators, ring r) {
  OwnedIdeal result(idInit(std::max(1, static_cast<int>(generators.size())), 1));
  for (std::size_t i = 0; i < generators.size(); ++i) {
    result.get()->m[i] = polynomial_from(generators[i], r);
  }
  return result;
}

WireIdeal wire_of(ideal value, ring r) {
  WireIdeal result;
  for (int i = 0; i < IDELEMS(value); ++i) {
    if (value->m[i] == nullptr) continue;
    p_Cleardenom(value->m[i], r);
    WirePolynomial polynomial;
    for (poly p = value->m[i]; p != nullptr; pIter(p)) {
      WireTerm term;
      term.coefficient = text_of(pGetCoeff(p), r);
      for (int k = 1; k <= rVar(r); ++k) {
        term.exponents.push_back(static_cast<unsigned>(p_GetExp(p, k, r)));
      }
      polynomial.push_back(std::move(term));
    }
    result.push_back(std::move(polynomial));
  }
  return result;
}

}  // namespace leafwise::algebra::worker
