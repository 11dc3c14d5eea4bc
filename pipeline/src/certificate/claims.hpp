// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/local_proof.hpp"
#include "leafwise/pipeline/start_leaf.hpp"

namespace leafwise::pipeline::detail {

/// The claims of a certificate about its leaf.
struct CertifiedClaims {
  algebra::ProvedNumbers numbers;
  std::vector<std::pair<std::string, unsigned>> hidden;     ///< sources, and how often
  std::vector<std::pair<std::string, unsigned>> redundant;  ///< sources; to which order, 0: proved
};

/// The claims of a report.
[[nodiscard]] CertifiedClaims claims_of(const StartLeaf& leaf);

/// "1 degree of freedom", "2 values of its start to choose", "1 free function".
[[nodiscard]] std::string size_words(const CertifiedClaims& claims, bool is_mechanism);

/// Derivatives of lines.
[[nodiscard]] std::size_t count_hidden(const CertifiedClaims& claims);

/// "once", "twice", "3 times".
[[nodiscard]] std::string times_words(unsigned times);

/// "equation 1 to equation 3 differentiated once; equation 5 differentiated twice"; "none".
[[nodiscard]] std::string hidden_words(const CertifiedClaims& claims);

/// "one smooth branch through the start (proved), 1 degree of freedom, …"
/// @param is_proved else it is numeric
[[nodiscard]] std::string words_of(const CertifiedClaims& claims,
                                   bool is_mechanism,
                                   bool is_proved = true);

}  // namespace leafwise::pipeline::detail
