// SPDX-License-Identifier: GPL-3.0-or-later
#include "prime_operations.hpp"

#include <algorithm>

namespace leafwise::algebra::worker {

namespace {

/// Calls a procedure of primdec.lib, which is loaded, on one ideal; the value is the caller's to
/// clean up.
leftv call_library(const char* procedure, ideal argument, ring r) {
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

}  // namespace

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

}  // namespace leafwise::algebra::worker
