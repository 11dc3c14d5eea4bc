// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// How texts and numbers are put into a page, so that they stay texts and numbers.
namespace leafwise::pipeline::detail {

/// Text between tags, or in an attribute.
[[nodiscard]] std::string html_text(const std::string& text);

/// JSON within <script type="application/json">: no '<' is left that could end the element.
[[nodiscard]] std::string json_in_html(const std::string& json);

/// The numbers as IEEE 754, little-endian, in base64 (RFC 4648).
[[nodiscard]] std::string base64_doubles(std::span<const double> values);
[[nodiscard]] std::string base64_floats(std::span<const double> values);

/// Reads the text of `base64_doubles`; none if this is not such a text.
[[nodiscard]] std::optional<std::vector<double>> doubles_in_base64(std::string_view text);

}  // namespace leafwise::pipeline::detail
