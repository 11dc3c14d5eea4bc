// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The methods of `integrate`, as listed by `leafwise methods`.
namespace leafwise::integrator {

/// The kind of system of a method: the alternatives of System, in their order.
enum class SystemKind { manifold, index3, stiff };

struct MethodDescription {
  std::string name;  ///< as users write it; taylor_N means taylor_2 … taylor_40
  std::string kind;
  std::string order;  ///< a number, or how it is found
  std::string error;  ///< where the estimate of the local error comes from
  std::string reference;
  std::string stages = "";      ///< how many a step has; empty for methods that have none
  std::string properties = "";  ///< of implicit methods: which stages are the ends, symmetry
  SystemKind system = SystemKind::manifold;
};

/// Those for manifolds, in the order in which they are shown.
[[nodiscard]] const std::vector<MethodDescription>& method_descriptions();

/// Those for index-3 systems.
[[nodiscard]] const std::vector<MethodDescription>& index3_method_descriptions();

/// Those for stiff mechanics.
[[nodiscard]] const std::vector<MethodDescription>& stiff_method_descriptions();

/// The description of one method of any list, taylor_12 for example.
/// @throws InvalidInput if there is none; the message suggests the nearest names
[[nodiscard]] MethodDescription describe_method(std::string_view name);

/// What every result of a run with Radau IIA should cite beside its method: whose step control it
/// has.
[[nodiscard]] std::string index3_code_reference();

/// What every result of any other method should cite: the projected methods themselves.
[[nodiscard]] std::string projection_reference();

}  // namespace leafwise::integrator
