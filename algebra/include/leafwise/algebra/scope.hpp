// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "leafwise/algebra/variable.hpp"

namespace leafwise::algebra {

/// The names that an expression may use, and what each stands for.
class Scope {
 public:
  /// Names that no one may declare: the functions, `der` and `pi`.
  [[nodiscard]] static bool is_reserved(std::string_view name);

  /// @pre is_name(name), !is_reserved(name), and the name is new
  void declare(const std::string& name, Role role);

  [[nodiscard]] std::optional<Role> find(const std::string& name) const;
  /// The declared names with this role, in the order of declaration.
  [[nodiscard]] const std::vector<std::string>& names(Role role) const;

  /// What could stand where a name is wanted, for an error message: "an unknown (x, y), …".
  [[nodiscard]] std::string describe() const;
  /// The declared name or function that `misspelt` probably means; empty if none is near.
  [[nodiscard]] std::string suggest(const std::string& misspelt) const;

 private:
  std::map<std::string, Role> roles_;
  std::vector<std::string> independent_;
  std::vector<std::string> parameters_;
  std::vector<std::string> unknowns_;
};

}  // namespace leafwise::algebra
