// SPDX-License-Identifier: GPL-3.0-or-later
#include "singular_session.hpp"

#include <algorithm>

#include "prime_operations.hpp"
#include "singular_objects.hpp"

#include <Singular/feOpt.h>
#include <resources/feResource.h>

namespace leafwise::algebra::worker {

namespace {

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

bool needs_primary_decomposition(Operation operation) {
  return operation == Operation::absolute_primes || operation == Operation::minimal_primes ||
         operation == Operation::radical;
}

/// Everything but absolute_primes happens in one ring, that of the job.
void compute(const Job& job, Answer& answer, const std::string& library) {
  if (job.variables == 0 || job.ideals.empty()) {
    throw Refusal("a job without variables or ideals");
  }
  if (needs_primary_decomposition(job.operation)) load_library(library);
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
    case Operation::normal_forms: {
      const OwnedIdeal basis = standard_basis(first);
      const OwnedIdeal forms(kNF(basis.get(), r->qideal, ideals.at(1).get()));
      answer.ideals.push_back(wire_of(forms.get(), r));
      break;
    }
  }
}

}  // namespace

SingularSession::SingularSession(const std::string& executable, const std::string& libraries) {
  // Singular resolves relative names by lists of places that it takes from the environment and from
  // where it seems to be installed. What has a value already, it leaves alone.
  for (feResourceConfig place = feResourceConfigs; place->key != nullptr; ++place) {
    if (place->type == feResPath) place->value = omStrDup(libraries.c_str());
  }
  feSetOptValue(FE_OPT_NO_STDLIB, 1);
  std::string name = executable;
  siInit(name.data());
  PrintS_callback = [](const char*) {};
  listen_for_complaints();
  si_opt_2 &= ~(Sy_bit(V_LOAD_LIB) | Sy_bit(V_REDEFINE));
  si_opt_1 |= Sy_bit(OPT_REDSB);
  load_library(libraries + "/standard.lib");
  primary_decomposition_ = libraries + "/primdec.lib";
}

Answer SingularSession::run(const Job& job) {
  Answer answer;
  answer.id = job.id;
  if (job.operation == Operation::ping) return answer;
  forget_complaints();
  try {
    compute(job, answer, primary_decomposition_);
    check_complaints();
  } catch (const Refusal& refusal) {
    answer.ideals.clear();
    answer.numbers.clear();
    answer.refusal = refusal.what();
  }
  return answer;
}

}  // namespace leafwise::algebra::worker
