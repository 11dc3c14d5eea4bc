// SPDX-License-Identifier: GPL-3.0-or-later
#include "singular_session.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// Last, and in this file only: they define some 2000 macros.
#include <Singular/fglm.h>
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
  explicit JobRing(const Job& job) : JobRing(job, job.variables) {}
  JobRing(const Job& job, std::size_t variables) {
    const std::uint32_t characteristic = job.characteristic;
    const int count = static_cast<int>(variables);
    std::vector<std::string> names;
    std::vector<char*> pointers;
    names.reserve(variables);
    pointers.reserve(variables);
    for (std::size_t i = 0; i < variables; ++i) names.push_back("x" + std::to_string(i + 1));
    for (std::string& name : names) pointers.push_back(name.data());
    const bool split = job.order == Order::blocks && job.count > 0 && job.count < variables;
    const int parts = split ? 2 : 1;
    const int size = parts + 2;
    const auto bytes = static_cast<std::size_t>(size);
    auto* blocks = static_cast<rRingOrder_t*>(omAlloc0(bytes * sizeof(rRingOrder_t)));
    auto* first = static_cast<int*>(omAlloc0(bytes * sizeof(int)));
    auto* last = static_cast<int*>(omAlloc0(bytes * sizeof(int)));
    for (int part = 0; part < parts; ++part) {
      blocks[part] = job.order == Order::lexicographic ? ringorder_lp : ringorder_dp;
      first[part] = part == 0 ? 1 : last[0] + 1;
      last[part] = part == parts - 1 ? count : static_cast<int>(job.count);
    }
    blocks[parts] = ringorder_C;
    blocks[parts + 1] = ringorder_no;
    // Singular's way to hand over a small number.
    void* prime = reinterpret_cast<void*>(static_cast<std::uintptr_t>(characteristic));  // NOLINT
    coeffs field = characteristic == 0 ? nInitChar(n_Q, nullptr) : nInitChar(n_Zp, prime);
    ring_ = rDefault(field, count, pointers.data(), size, blocks, first, last, nullptr);
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

OwnedIdeal note_dimension(OwnedIdeal basis, Answer& answer) {
  const int dimension = scDimInt(basis.get(), nullptr);
  answer.numbers.push_back(dimension);
  answer.numbers.push_back(dimension < 0 ? 0 : scMultInt(basis.get(), nullptr));
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

/// Singular answers in a ring of its own, with the primitive element as one more variable, the
/// last. The job has kept a place for it, so we compute without that.
void absolute_primes(const Job& job, Answer& answer) {
  if (job.variables < 2) throw Refusal("no place for the primitive element");
  WireIdeal generators = job.ideals.front();
  for (WirePolynomial& polynomial : generators) {
    for (WireTerm& term : polynomial) {
      if (term.exponents.back() != 0) throw Refusal("the primitive element's place is taken");
      term.exponents.pop_back();
    }
  }
  const JobRing job_ring(job, job.variables - 1);
  const OwnedIdeal argument = ideal_from(generators, job_ring.get());
  leftv value = call_library("absPrimdecGTZ", argument.get(), job_ring.get());
  const ring extended = static_cast<ring>(value->Data());
  const idhdl handle = extended->idroot->get("absolute_primes", 0);
  if (handle == nullptr || static_cast<std::size_t>(rVar(extended)) != job.variables) {
    throw Refusal("absPrimdecGTZ answered in an unknown way");
  }
  rChangeCurrRing(extended);
  lists classes = IDLIST(handle);
  for (int i = 0; i <= lSize(classes); ++i) {
    lists entry = static_cast<lists>(classes->m[i].Data());
    answer.ideals.push_back(wire_of(static_cast<ideal>(entry->m[0].Data()), extended));
    answer.numbers.push_back(reinterpret_cast<std::intptr_t>(entry->m[1].Data()));
  }
  rChangeCurrRing(job_ring.get());
  clean_up(value, job_ring.get());
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

/// factory's advice, as names of variables in the order they should have.
std::vector<std::int64_t> characteristic_order(ideal argument, ring r) {
  char* names = singclap_neworder(argument, r);
  check_complaints();
  if (names == nullptr) throw Refusal("no order");
  std::vector<std::int64_t> order;
  const std::string text = names;
  omFree(names);
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    // Our names are x1, x2, …
    order.push_back(std::stoll(text.substr(start + 1, end - start - 1)) - 1);
    start = end + 1;
  }
  return order;
}

/// The polynomial of least degree in the last variable of a zero-dimensional ideal.
poly univariate_in_last(ideal basis, ring r) {
  ideal found = nullptr;
  if (FindUnivariateWrapper(basis, found) == FALSE || found == nullptr) {
    throw Refusal("a section is not zero-dimensional");
  }
  const OwnedIdeal polynomials(found);
  check_complaints();
  for (int i = 0; i < IDELEMS(found); ++i) {
    if (found->m[i] != nullptr && p_GetExp(found->m[i], rVar(r), r) > 0) {
      return std::exchange(found->m[i], nullptr);
    }
  }
  throw Refusal("no polynomial in the last variable");
}

WireIdeal section_polynomials(const std::vector<OwnedIdeal>& ideals, std::size_t count, ring r) {
  const OwnedIdeal curve = standard_basis(ideals.at(0).get());
  OwnedIdeal result(idInit(std::max(1, static_cast<int>(count)), 1));
  for (std::size_t t = 0; t < count; ++t) {
    OwnedIdeal section(id_Copy(curve.get(), r));
    if (ideals.size() > 1) {
      poly plane = p_Copy(ideals[1].get()->m[0], r);
      plane = p_Add_q(plane, p_ISet(-static_cast<long>(t), r), r);
      const OwnedIdeal cut(idInit(1, 1));
      cut.get()->m[0] = plane;
      section = OwnedIdeal(id_SimpleAdd(curve.get(), cut.get(), r));
    }
    const OwnedIdeal basis = standard_basis(section.get());
    if (scDimInt(basis.get(), nullptr) != 0) throw Refusal("a section is not zero-dimensional");
    result.get()->m[t] = univariate_in_last(basis.get(), r);
  }
  return wire_of(result.get(), r);
}

void factorise(ideal polynomials, Answer& answer, ring r) {
  constexpr int factors_with_multiplicities = 2;  // and no constants
  for (int i = 0; i < IDELEMS(polynomials); ++i) {
    intvec* multiplicities = nullptr;
    const OwnedIdeal found(singclap_factorize(
        p_Copy(polynomials->m[i], r), &multiplicities, factors_with_multiplicities, r));
    check_complaints();
    if (found.get() == nullptr || multiplicities == nullptr) throw Refusal("no factorisation");
    WireIdeal factors;
    for (int k = 0; k < IDELEMS(found.get()); ++k) {
      poly factor = found.get()->m[k];
      if (factor == nullptr || p_IsConstant(factor, r) != 0) continue;
      answer.numbers.push_back((*multiplicities)[k]);
      const OwnedIdeal single(idInit(1, 1));
      single.get()->m[0] = p_Copy(factor, r);
      factors.push_back(wire_of(single.get(), r).front());
    }
    delete multiplicities;
    answer.ideals.push_back(std::move(factors));
  }
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

/// Everything but absolute_primes happens in one ring, that of the job.
void compute(const Job& job, Answer& answer) {
  if (job.variables == 0 || job.ideals.empty()) {
    throw Refusal("a job without variables or ideals");
  }
  if (job.operation == Operation::absolute_primes) return absolute_primes(job, answer);
  const JobRing job_ring(job);
  const ring r = job_ring.get();
  std::vector<OwnedIdeal> ideals;
  ideals.reserve(job.ideals.size());
  for (const WireIdeal& generators : job.ideals) ideals.push_back(ideal_from(generators, r));
  const ideal first = ideals.front().get();
  switch (job.operation) {
    case Operation::ping:
    case Operation::absolute_primes: break;  // done above
    case Operation::standard_basis:
      answer.ideals.push_back(wire_of(note_dimension(standard_basis(first), answer).get(), r));
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
      note_dimension(standard_basis(first), answer);
      break;
    }
    case Operation::factorizing_basis: answer.ideals = factorizing_basis(first, r); break;
    case Operation::characteristic_series: answer.ideals = characteristic_series(first, r); break;
    case Operation::minimal_primes: answer.ideals = minimal_primes(first, r); break;
    case Operation::characteristic_order: answer.numbers = characteristic_order(first, r); break;
    case Operation::section_polynomials:
      answer.ideals.push_back(section_polynomials(ideals, job.count, r));
      break;
    case Operation::factors: factorise(first, answer, r); break;
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
    compute(job, answer);
    check_complaints();
  } catch (const Refusal& refusal) {
    answer.ideals.clear();
    answer.numbers.clear();
    answer.refusal = refusal.what();
  }
  return answer;
}

}  // namespace leafwise::algebra::worker
