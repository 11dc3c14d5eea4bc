// SPDX-License-Identifier: GPL-3.0-or-later
#include "singular_session.hpp"

#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// Last, and in this file only: they define some 2000 macros.
#include <Singular/libsingular.h>
#include <Singular/lists.h>
#include <coeffs/longrat.h>
#include <kernel/GBEngine/kstdfac.h>
#include <kernel/combinatorics/hutil.h>
#include <kernel/combinatorics/stairc.h>
#include <kernel/ideals.h>
#include <polys/clapsing.h>

namespace leafwise::algebra::worker {

namespace {

using engine::Answer;
using engine::Job;
using engine::Operation;
using engine::Order;
using engine::WireIdeal;
using engine::WirePolynomial;
using engine::WireTerm;

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

class Refusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

void check_complaints() {
  if (complaints.empty() && errorreported == 0) return;
  throw Refusal(complaints.empty() ? "an error without a message" : complaints);
}

/// The ring of one job, current while it lives.
class JobRing {
 public:
  JobRing(std::size_t variables, Order order) {
    const int count = static_cast<int>(variables);
    std::vector<std::string> names;
    std::vector<char*> pointers;
    names.reserve(variables);
    pointers.reserve(variables);
    for (std::size_t i = 0; i < variables; ++i) names.push_back("x" + std::to_string(i + 1));
    for (std::string& name : names) pointers.push_back(name.data());
    auto* blocks = static_cast<rRingOrder_t*>(omAlloc0(3 * sizeof(rRingOrder_t)));
    auto* first = static_cast<int*>(omAlloc0(3 * sizeof(int)));
    auto* last = static_cast<int*>(omAlloc0(3 * sizeof(int)));
    blocks[0] = order == Order::lexicographic ? ringorder_lp : ringorder_dp;
    first[0] = 1;
    last[0] = count;
    blocks[1] = ringorder_C;
    blocks[2] = ringorder_no;
    ring_ =
        rDefault(nInitChar(n_Q, nullptr), count, pointers.data(), 3, blocks, first, last, nullptr);
    ring_->ShortOut = FALSE;
    rChangeCurrRing(ring_);
  }
  ~JobRing() {
    rChangeCurrRing(nullptr);
    rDelete(ring_);
  }
  JobRing(const JobRing&) = delete;
  JobRing& operator=(const JobRing&) = delete;

  [[nodiscard]] ring get() const { return ring_; }

 private:
  ring ring_ = nullptr;
};

/// Owns an ideal of the current ring.
class OwnedIdeal {
 public:
  explicit OwnedIdeal(ideal value) : value_(value) {}
  ~OwnedIdeal() {
    if (value_ != nullptr) id_Delete(&value_, currRing);
  }
  OwnedIdeal(OwnedIdeal&& other) noexcept : value_(std::exchange(other.value_, nullptr)) {}
  OwnedIdeal& operator=(OwnedIdeal&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  OwnedIdeal(const OwnedIdeal&) = delete;
  OwnedIdeal& operator=(const OwnedIdeal&) = delete;

  [[nodiscard]] ideal get() const { return value_; }
  [[nodiscard]] ideal release() { return std::exchange(value_, nullptr); }

 private:
  ideal value_;
};

number number_from(const std::string& text, ring r) {
  mpq_t value;
  mpq_init(value);
  mpq_set_str(value, text.c_str(), 10);
  mpz_t numerator;
  mpz_t denominator;
  mpz_init_set(numerator, mpq_numref(value));
  mpz_init_set(denominator, mpq_denref(value));
  number result = nlInit2gmp(numerator, denominator, r->cf);
  n_Normalize(result, r->cf);
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

OwnedIdeal ideal_from(const WireIdeal& generators, ring r) {
  OwnedIdeal result(idInit(std::max(1, static_cast<int>(generators.size())), 1));
  for (std::size_t i = 0; i < generators.size(); ++i) {
    result.get()->m[i] = polynomial_from(generators[i], r);
  }
  return result;
}

std::string text_of(number value, ring r) {
  StringSetS("");
  n_Write(value, r->cf, FALSE);
  char* raw = StringEndS();
  std::string text = raw;
  omFree(raw);
  return text;
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

OwnedIdeal standard_basis(ideal generators) {
  OwnedIdeal basis(kStd(generators, nullptr, testHomog, nullptr));
  idSkipZeroes(basis.get());
  return basis;
}

/// Calls a procedure of primdec.lib on one ideal; the value is the caller's to clean up.
leftv call_library(const char* procedure, ideal argument, ring r) {
  static const bool loaded = [] {
    iiLibCmd("primdec.lib", TRUE, TRUE, FALSE);
    return complaints.empty();
  }();
  if (!loaded) throw Refusal("primdec.lib cannot be loaded: " + complaints);
  void* arguments[] = {id_Copy(argument, r), nullptr};
  int types[] = {IDEAL_CMD, 0};
  BOOLEAN failed = FALSE;
  leftv value = ii_CallLibProcM(procedure, arguments, types, r, failed);
  check_complaints();
  if (failed != 0 || value == nullptr) throw Refusal(std::string(procedure) + " failed");
  return value;
}

void clean_up(leftv value, ring r) {
  value->CleanUp(r);
  omFreeBin(value, sleftv_bin);
}

std::vector<WireIdeal> minimal_primes(ideal argument, ring r) {
  leftv value = call_library("minAssGTZ", argument, r);
  std::vector<WireIdeal> primes;
  lists list = static_cast<lists>(value->Data());
  for (int i = 0; i <= lSize(list); ++i) {
    primes.push_back(wire_of(static_cast<ideal>(list->m[i].Data()), r));
  }
  clean_up(value, r);
  return primes;
}

WireIdeal radical(ideal argument, ring r) {
  leftv value = call_library("radical", argument, r);
  WireIdeal result = wire_of(static_cast<ideal>(value->Data()), r);
  clean_up(value, r);
  return result;
}

std::vector<WireIdeal> characteristic_series(ideal argument, ring r) {
  matrix series = singclap_irrCharSeries(argument, r);
  check_complaints();
  if (series == nullptr) throw Refusal("no characteristic series");
  std::vector<WireIdeal> result;
  for (int row = 1; row <= MATROWS(series); ++row) {
    OwnedIdeal members(idInit(MATCOLS(series), 1));
    for (int column = 1; column <= MATCOLS(series); ++column) {
      members.get()->m[column - 1] = MATELEM(series, row, column);
      MATELEM(series, row, column) = nullptr;
    }
    result.push_back(wire_of(members.get(), r));
  }
  id_Delete(reinterpret_cast<ideal*>(&series), r);
  return result;
}

std::vector<WireIdeal> factorizing_basis(ideal argument, ring r) {
  ideal_list list = kStdfac(argument, nullptr, testHomog, nullptr);
  std::vector<WireIdeal> result;
  while (list != nullptr) {
    idSkipZeroes(list->d);
    result.push_back(wire_of(list->d, r));
    ideal_list next = list->next;
    id_Delete(&list->d, r);
    omFreeSize(list, sizeof(*list));
    list = next;
  }
  return result;
}

OwnedIdeal eliminate(ideal argument, const std::vector<std::size_t>& chosen, ring r) {
  poly product = p_ISet(1, r);
  for (const std::size_t variable : chosen) p_SetExp(product, static_cast<int>(variable) + 1, 1, r);
  p_Setm(product, r);
  OwnedIdeal result(idElimination(argument, product, nullptr));
  p_Delete(&product, r);
  return result;
}

/// I : J until it stays the same.
OwnedIdeal saturate(ideal argument, ideal by) {
  OwnedIdeal current = standard_basis(argument);
  while (true) {
    OwnedIdeal raw(idQuot(current.get(), by, TRUE, TRUE));
    OwnedIdeal next = standard_basis(raw.get());
    // next contains current; they are equal once all of next reduces to zero modulo current.
    const OwnedIdeal fresh(kNF(current.get(), currRing->qideal, next.get()));
    check_complaints();
    if (idIs0(fresh.get()) != 0) return current;
    current = std::move(next);
  }
}

}  // namespace

SingularSession::SingularSession(const char* executable) {
  // Debian's libraries of Singular; the user's own setting goes first.
  setenv("SINGULAR_ROOT_DIR", "/usr", 0);
  siInit(const_cast<char*>(executable));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  PrintS_callback = [](const char*) {};
  WarnS_callback = note_warning;
  WerrorS_callback = note_complaint;
  si_opt_2 &= ~(Sy_bit(V_LOAD_LIB) | Sy_bit(V_REDEFINE));
  si_opt_1 |= Sy_bit(OPT_REDSB);
}

Answer SingularSession::run(const Job& job) {
  Answer answer;
  answer.id = job.id;
  if (job.operation == Operation::ping) return answer;
  complaints.clear();
  errorreported = FALSE;
  try {
    if (job.variables == 0 || job.ideals.empty())
      throw Refusal("a job without variables or ideals");
    const JobRing job_ring(job.variables, job.order);
    const ring r = job_ring.get();
    std::vector<OwnedIdeal> ideals;
    ideals.reserve(job.ideals.size());
    for (const WireIdeal& generators : job.ideals) ideals.push_back(ideal_from(generators, r));
    const ideal first = ideals.front().get();
    switch (job.operation) {
      case Operation::ping: break;
      case Operation::standard_basis:
        answer.ideals.push_back(wire_of(standard_basis(first).get(), r));
        break;
      case Operation::eliminate:
        answer.ideals.push_back(wire_of(eliminate(first, job.chosen, r).get(), r));
        break;
      case Operation::saturate:
        answer.ideals.push_back(wire_of(saturate(first, ideals.at(1).get()).get(), r));
        break;
      case Operation::quotient: {
        const OwnedIdeal basis = standard_basis(first);
        answer.ideals.push_back(
            wire_of(OwnedIdeal(idQuot(basis.get(), ideals.at(1).get(), TRUE, TRUE)).get(), r));
        break;
      }
      case Operation::intersect: {
        OwnedIdeal common(id_Copy(first, r));
        for (std::size_t i = 1; i < ideals.size(); ++i) {
          common = OwnedIdeal(idSect(common.get(), ideals[i].get()));
        }
        answer.ideals.push_back(wire_of(common.get(), r));
        break;
      }
      case Operation::radical: answer.ideals.push_back(radical(first, r)); break;
      case Operation::dimension: {
        const OwnedIdeal basis = standard_basis(first);
        const int dimension = scDimInt(basis.get(), nullptr);
        answer.numbers.push_back(dimension);
        answer.numbers.push_back(dimension < 0 ? 0 : scMultInt(basis.get(), nullptr));
        break;
      }
      case Operation::factorizing_basis: answer.ideals = factorizing_basis(first, r); break;
      case Operation::characteristic_series: answer.ideals = characteristic_series(first, r); break;
      case Operation::minimal_primes: answer.ideals = minimal_primes(first, r); break;
    }
    check_complaints();
  } catch (const Refusal& refusal) {
    answer.ideals.clear();
    answer.refusal = refusal.what();
  }
  return answer;
}

}  // namespace leafwise::algebra::worker
