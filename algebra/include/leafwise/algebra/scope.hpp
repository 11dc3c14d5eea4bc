// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "leafwise/algebra/variable.hpp"

namespace leafwise::algebra {

/// The names that an expression may use, with their meanings.
class Scope {
 public:
  /// Names that no one may declare: the functions, `der` and `pi`.
  [[nodiscard]] static bool is_reserved(std::string_view name);

  /// @pre is_name(name), !is_reserved(name), and the name is new
  void declare(const std::string& name, Role role);

  [[nodiscard]] std::optional<Role> find(const std::string& name) const;
  /// The declared names with this role, in the order of declaration.
  [[nodiscard]] const std::vector<std::string>& names(Role role) const;

  /// A name that is known but may not stand here: the parser then says why instead of "unknown".
  void exclude(const std::string& name, const std::string& why);
  /// Why; empty if the name was not excluded.
  [[nodiscard]] std::string why_excluded(const std::string& name) const;

  /// The same as `describe` for coordinates only: unknowns and the independent variable.
  [[nodiscard]] std::string describe_coordinates() const;
  /// The names that are allowed here, for an error message: "an unknown (x, y), …".
  [[nodiscard]] std::string describe() const;
  /// The declared name or function that `misspelt` probably means; empty if none is near.
  [[nodiscard]] std::string suggest(const std::string& misspelt) const;

 private:
  std::map<std::string, Role> roles_;
  std::map<std::string, std::string> excluded_;
  std::vector<std::string> independent_;
  std::vector<std::string> parameters_;
  std::vector<std::string> unknowns_;
};

}  // namespace leafwise::algebra
