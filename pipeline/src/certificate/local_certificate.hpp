// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/local_leaf.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "leafwise/pipeline/start_leaf.hpp"

namespace leafwise::pipeline::detail {

inline const std::string certificate_name = "certificate.json";

/// What a certificate says of its leaf.
struct CertifiedClaims {
  algebra::ProvedNumbers numbers;
  std::vector<std::pair<std::string, unsigned>> hidden;     ///< sources, and how often
  std::vector<std::pair<std::string, unsigned>> redundant;  ///< sources; to which order, 0: proved
};

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
/// @param sha256 of the problem file
[[nodiscard]] std::string local_certificate(const Problem& problem,
                                            const algebra::LocalLeaf& leaf,
                                            const std::string& sha256);

/// @throws InvalidInput for what is no certificate
[[nodiscard]] LocalCertificateFile read_local_certificate(const std::string& file,
                                                          const std::string& text);

/// "one smooth branch through the start (proved), 1 degree of freedom, …"
/// @param is_proved else it is numeric
[[nodiscard]] std::string words_of(const CertifiedClaims& claims,
                                   bool is_mechanism,
                                   bool is_proved = true);

/// What the report says, as the certificate does.
[[nodiscard]] CertifiedClaims claims_of(const algebra::LocalLeaf& leaf);
[[nodiscard]] CertifiedClaims claims_of(const StartLeaf& leaf);

/// Why a certificate is refused, with the place; empty: it is accepted.
[[nodiscard]] std::string refusal_of(const LocalCertificateFile& file);

}  // namespace leafwise::pipeline::detail
