// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/problem.hpp"

#include <utility>

#include "leafwise/algebra/memory.hpp"
#include "leafwise/pipeline/read_problem.hpp"
#include "library/problem_state.hpp"

namespace leafwise {

namespace {

std::shared_ptr<const Problem::State> understood(pipeline::SourceFile source,
                                                 std::vector<pipeline::Setting> settings) {
  algebra::release_numbers_with_thread();
  pipeline::Problem parts = pipeline::read_problem(source, settings);
  return std::make_shared<const Problem::State>(
      Problem::State{std::move(source), std::move(settings), std::move(parts)});
}

}  // namespace

Problem Problem::read(const std::filesystem::path& file) {
  return Problem(understood(pipeline::SourceFile::read(file), {}));
}

Problem Problem::from_text(const std::string& text, const std::string& name) {
  return Problem(understood(pipeline::SourceFile(name, text), {}));
}

Problem Problem::set(const std::string& name, const std::string& value) const {
  std::vector<pipeline::Setting> settings = state_->settings;
  settings.push_back({name, value});
  return Problem(understood(state_->source, std::move(settings)));
}

const std::string& Problem::text() const {
  return state_->source.text();
}

const pipeline::Problem& Problem::parts() const {
  return state_->parts;
}

}  // namespace leafwise
