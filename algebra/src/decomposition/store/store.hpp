// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "decomposition/split/found_prime.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"

namespace leafwise::algebra::detail {

/// Keeps answers by the content of the question, in the process and, with a directory, on disk, for
/// later runs and for other processes at the same time. Whatever is wrong with the disk costs an
/// answer, never the result: an entry that is broken, of another version, or for another question
/// counts as missing; one that cannot be written is not kept. Either is noted. The folder on disk
/// is its owner's alone; one that others can write to is refused. Thread-safe.
class Store {
 public:
  /// @param setbacks where it is noted, too, that an entry or the folder could not be believed
  Store(std::optional<std::filesystem::path> directory, Setbacks setbacks);

  /// Results of this process.
  /// @param question  its whole content; answers are found by a hash of it and compared in full
  [[nodiscard]] std::optional<std::string> recalled(const std::string& question);
  void remember(const std::string& question, const std::string& answer);

  /// The same of a part of a question: kept on disk, too, should the whole not be answered.
  void remember_part(const std::string& question, const std::string& answer);
  void keep_parts();

  /// Results on disk: anyone could have written them, so they are only claims.
  [[nodiscard]] std::optional<std::string> read(const std::string& question);
  void keep(const std::string& question, const std::string& answer);
  /// The entry that was read is wrong.
  void disbelieve(const std::string& question);

  [[nodiscard]] std::vector<Incident> incidents() const;

 private:
  std::optional<std::string> read(const std::filesystem::path& file, const std::string& question);
  void write(const std::filesystem::path& file,
             const std::string& question,
             const std::string& answer);
  void note(std::string what);
  /// Records an incident for an entry that someone else may have written.
  void warn(const std::string& what);

  std::optional<std::filesystem::path> directory_;
  Setbacks setbacks_;
  mutable std::mutex mutex_;  ///< of what follows
  std::vector<Incident> incidents_;
  std::map<std::string, std::string> parts_;  ///< answers by their questions
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
