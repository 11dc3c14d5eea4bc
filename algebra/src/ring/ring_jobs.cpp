// SPDX-License-Identifier: GPL-3.0-or-later
#include "ring/ring_jobs.hpp"

#include <utility>

#include "engine/worker_pool.hpp"
#include "ring/flint_ring.hpp"

namespace leafwise::algebra::detail {

namespace {

engine::Job job_from(const FlintRing& ring, const Question& question) {
  engine::Job job;
  job.operation = question.operation;
  job.order = question.order;
  job.variables = ring.variables().size();
  job.characteristic = question.characteristic;
  job.count = question.count;
  job.chosen.reserve(question.chosen.size());
  for (const Variable& variable : question.chosen) job.chosen.push_back(ring.index_of(variable));
  job.ideals.reserve(question.ideals.size());
  for (const Polynomials& generators : question.ideals) {
    engine::WireIdeal wire;
    wire.reserve(generators.size());
    for (const Polynomial& generator : generators) wire.push_back(ring.to_wire(generator));
    job.ideals.push_back(std::move(wire));
  }
  return job;
}

}  // namespace

Outcome<Reply> ask_worker(const Engine& engine,
                          const std::vector<Variable>& variables,
                          const Question& question,
                          const Limits& limits) {
  if (limits.is_over()) return Unable{"the time limit was reached"};
  const FlintRing ring(variables);
  const engine::Result result =
      engine.pool().run(job_from(ring, question), limits, engine.setbacks());
  if (const auto* failure = std::get_if<engine::Failure>(&result)) {
    std::string reason = to_string(failure->kind);
    if (!failure->detail.empty()) reason += " (" + failure->detail + ")";
    return Unable{std::move(reason)};
  }
  const auto& answer = std::get<engine::Answer>(result);
  Reply reply;
  reply.numbers = answer.numbers;
  reply.ideals.reserve(answer.ideals.size());
  for (const engine::WireIdeal& wire : answer.ideals) {
    Polynomials polynomials;
    polynomials.reserve(wire.size());
    for (const engine::WirePolynomial& polynomial : wire) {
      polynomials.push_back(ring.from_wire(polynomial));
    }
    reply.ideals.push_back(std::move(polynomials));
  }
  return reply;
}

}  // namespace leafwise::algebra::detail
