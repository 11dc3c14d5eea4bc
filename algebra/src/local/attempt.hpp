// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "leafwise/algebra/local_leaf.hpp"
#include "local/certificate.hpp"
#include "local/consistent_point.hpp"
#include "local/derivative_array.hpp"

namespace leafwise::algebra::detail {

/// The results of one attempt to prove the leaf at the start, as far as it came; of a mechanism
/// after its dependent constraints were set aside.
struct LocalAttempt {
  LocalLeaf leaf;
  std::unique_ptr<LocalSystem> local;
  std::optional<Offsets> offsets;  ///< empty: there is no transversal
  std::unique_ptr<DerivativeArray> array;
  std::vector<std::size_t> names;  ///< of each unknown of `local`: which one of the system
  RoughPoint rough;
  bool has_point = false;  ///< `point` is consistent
  ConsistentPoint point;
  std::optional<LocalCertificate> certificate;
  Ball time;
};

struct AttemptOptions {
  unsigned lift = 0;     ///< how often every line is differentiated beyond what its offset says
  slong precision = 64;  ///< bits of the certificate, at least
};

/// Structure, point and certificate of the lines as they are.
[[nodiscard]] LocalAttempt attempt_locally(const AnalyticSystem& system,
                                           const LocalStart& start,
                                           const AttemptOptions& options = {});

}  // namespace leafwise::algebra::detail
