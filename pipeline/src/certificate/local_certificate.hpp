// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "certificate/claims.hpp"
#include "leafwise/algebra/local_leaf.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "leafwise/pipeline/start_leaf.hpp"

namespace leafwise::pipeline::detail {

inline const std::string certificate_name = "certificate.json";

/// A certificate as a file holds it: docs/certificate.md.
struct LocalCertificateFile {
  std::string title;
  std::string sha256;  ///< of the problem file
  std::string independent;
  algebra::AnalyticSystem system;
  algebra::LocalProof proof;
  std::vector<std::pair<std::string, double>> given;  ///< jets that the start holds
  double moved_at_most = 0;                           ///< of these, as the report says it
  CertifiedClaims claims;
};

/// The file's text: the same for the same problem. @pre leaf.proof
/// @param said of it in the report
/// @param sha256 of the problem file
[[nodiscard]] std::string local_certificate(const Problem& problem,
                                            const algebra::LocalLeaf& leaf,
                                            const StartLeaf& said,
                                            const std::string& sha256);

/// @throws InvalidInput for what is no certificate
[[nodiscard]] LocalCertificateFile read_local_certificate(const std::string& file,
                                                          const std::string& text);

/// Why a certificate is refused, with the place; empty: it is accepted.
[[nodiscard]] std::string refusal_of(const LocalCertificateFile& file);

}  // namespace leafwise::pipeline::detail
