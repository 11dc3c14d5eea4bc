// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "decomposition/found.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"

namespace leafwise::algebra::detail {

/// Keeps answers by the content of the question, in the process and, with a directory, on disk, for
/// later runs and for other processes at the same time. Whatever is wrong with the disk costs an
/// answer, never the result: an entry that is broken, of another version, or for another question
/// counts as missing; one that cannot be written is not kept. Either is noted. Thread-safe.
class Store {
 public:
  explicit Store(std::optional<std::filesystem::path> directory);

  /// @param question  its whole content; answers are found by a hash of it and compared in full
  [[nodiscard]] std::optional<std::string> find(const std::string& question);
  void keep(const std::string& question, const std::string& answer);

  [[nodiscard]] std::vector<Incident> incidents() const;

 private:
  std::optional<std::string> read(const std::filesystem::path& file, const std::string& question);
  void write(const std::filesystem::path& file,
             const std::string& question,
             const std::string& answer);
  void note(std::string what);

  std::optional<std::filesystem::path> directory_;
  mutable std::mutex mutex_;  ///< of the incidents
  std::vector<Incident> incidents_;
};

/// Texts of any content, one after the other, so that they can be taken apart again.
[[nodiscard]] std::string packed(const std::vector<std::string>& texts);
[[nodiscard]] std::optional<std::vector<std::string>> unpacked(const std::string& text);

[[nodiscard]] std::string to_text(const std::vector<Variable>& variables, const PartsFound& parts);
[[nodiscard]] std::optional<PartsFound> parts_from_text(const std::vector<Variable>& variables,
                                                        const std::string& text);

/// Polynomials by the numbers of their variables.
[[nodiscard]] std::string to_text(const std::vector<Variable>& variables,
                                  const std::vector<Polynomials>& lists);
[[nodiscard]] std::optional<std::vector<Polynomials>> lists_from_text(
    const std::vector<Variable>& variables, const std::string& text);

}  // namespace leafwise::algebra::detail
