// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/run.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/method_list.hpp"
#include "run/make_walker.hpp"

namespace leafwise::integrator::detail {
namespace {

[[noreturn]] void refuse(std::string message, std::string expected) {
  throw InvalidInput(Mistake{std::move(message), std::move(expected), {}, {}});
}

}  // namespace

template <typename Real>
Run<Real>::Run(const System<Real>& system, const Settings<Real>& settings)
    : settings_(settings),
      walker_(make_walker<Real>(system, settings)),
      finder_(settings.events, walker_->shape().coordinates.size(), walker_->highest_degree()),
      writer_(walker_->shape(), settings),
      recorder_(writer_.columns(),
                walker_->shape().coordinates.size(),
                monitor_places(writer_.monitor_column(0), settings.monitors),
                settings.receiver),
      began_(std::chrono::steady_clock::now()) {
  check_settings();
  report_.method = describe_method(settings.method);
}

template <typename Real>
void Run<Real>::check_settings() const {
  if (!std::isfinite(settings_.to)) refuse("the end is not a number", "a finite number");
  if (settings_.scale == Scale::independent && !walker_->shape().independent) {
    refuse("the end is given by an independent variable, but there is none",
           "an end given by the parameter");
  }
  if (!(settings_.largest_step > 0)) refuse("the largest step is not positive", "a number above 0");
}

template <typename Real>
void Run<Real>::check_rows() const {
  for (std::size_t i = 1; i < settings_.at.size(); ++i) {
    if ((settings_.at[i] - settings_.at[i - 1]) * walker_->direction() < 0) {
      refuse("the requested rows are not in the order of the run", "ascending, or backwards");
    }
  }
}

template <typename Real>
void Run<Real>::start(std::span<const Real> point) {
  walker_->start(point);
  check_rows();
  point_.resize(walker_->from().size());
  finder_.start(shown(walker_->from()));
  record(walker_->from(), Real{0}, walker_->last_size());
  if (walker_->end()) {
    end_with_walk();
  } else {
    loop();
  }
}

template <typename Real>
void Run<Real>::continue_from(const Checkpoint<Real>& checkpoint) {
  if (checkpoint.method != settings_.method ||
      checkpoint.event_values.size() != settings_.events.size()) {
    refuse("the checkpoint is not one of this problem with these settings",
           "one made with method '" + settings_.method + "' and " +
               std::to_string(settings_.events.size()) + " events");
  }
  walker_->restore(checkpoint);
  point_.resize(walker_->from().size());
  next_row_ = checkpoint.requested_rows;
  finder_.start(shown(walker_->from()));
  finder_.restore(checkpoint.event_values, checkpoint.steps == 0);
  writer_.write(
      *walker_, walker_->from(), walker_->arclength(), walker_->last_size(), recorder_.room());
  recorder_.restore(checkpoint);
  events_ahead_ = checkpoint.events_ahead;
  if (walker_->end()) {
    end_with_walk();
  } else {
    loop();
  }
}

template <typename Real>
void Run<Real>::loop() {
  while (!is_over_) {
    const Real left = (settings_.to - place()) * walker_->direction();
    // Also a start at the goal, or behind it, has arrived.
    if (left <= 4 * std::numeric_limits<Real>::epsilon() * std::abs(settings_.to)) {
      end(Reason::reached, {});
    } else if (const auto stop = must_stop(settings_, walker_->attempts())) {
      end_at(*stop);
    } else {
      make_step();
    }
  }
  report_.checkpoint = make_checkpoint();
  if (settings_.checkpoints != nullptr && was_stopped()) {
    settings_.checkpoints->keep(report_.checkpoint);
  }
  write_early_end();
}

/// By the settings, not by the system.
template <typename Real>
bool Run<Real>::was_stopped() const {
  return report_.reason == Reason::cancelled || report_.reason == Reason::limit;
}

template <typename Real>
void Run<Real>::make_step() {
  const Advance how = walker_->advance();
  if (how == Advance::ended) end_with_walk();
  if (how != Advance::made) return;
  const bool is_last = walker_->is_at_goal();
  Real last_share = 1;
  if (!write_events(last_share, is_last)) {
    walker_->refuse();
    return;
  }
  walker_->come_to(last_share);
  write_rows(last_share, is_last);
  recorder_.settle_step();
  if (!is_over_) accept(is_last);
}

template <typename Real>
void Run<Real>::accept(bool is_last) {
  finder_.advance();
  walker_->accept(is_last);
  events_ahead_ = 0;
  if (walker_->end()) {
    end_with_walk();
    return;
  }
  if (settings_.progress) settings_.progress({walker_->steps(), place(), settings_.to});
  if (settings_.checkpoints != nullptr && settings_.checkpoints->is_due()) {
    settings_.checkpoints->keep(make_checkpoint());
  }
}

template <typename Real>
void Run<Real>::end(Reason reason, const std::string& message) {
  report_.reason = reason;
  report_.message = message;
  is_over_ = true;
}

template <typename Real>
void Run<Real>::end_at(const Stop& stop) {
  report_.limit = stop.limit;
  end(stop.reason, stop.message);
}

template <typename Real>
void Run<Real>::end_with_walk() {
  const WalkEnd<Real>& why = *walker_->end();
  if (why.share) {
    write_row(why.point, *why.share);
    end_within(*why.share);
  }
  end(why.reason, why.message);
}

template <typename Real>
Checkpoint<Real> Run<Real>::make_checkpoint() {
  Checkpoint<Real> checkpoint;
  walker_->save(checkpoint);
  checkpoint.method = settings_.method;
  checkpoint.parameter = walker_->parameter();
  checkpoint.arclength = walker_->arclength();
  checkpoint.last_size = walker_->last_size();
  checkpoint.event_values = finder_.values();
  checkpoint.requested_rows = next_row_;
  checkpoint.events_ahead = events_ahead_;
  recorder_.save(checkpoint);
  return checkpoint;
}

template <typename Real>
Report<Real> Run<Real>::finish() {
  report_.parameter = end_parameter_.value_or(walker_->parameter());
  report_.arclength = end_arclength_.value_or(walker_->arclength());
  walker_->tell(report_);
  recorder_.finish(report_);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - began_;
  report_.seconds = time.count();
  return std::move(report_);
}

template class Run<double>;
template class Run<long double>;

}  // namespace leafwise::integrator::detail
