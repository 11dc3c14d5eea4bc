// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "leafwise/pipeline/run_record.hpp"
#include "text/packed.hpp"

namespace leafwise::pipeline::detail {

/// Where each column of a run is lowest and highest, in each of some thousand parts, however many
/// rows there are: what a picture of the whole run, or of a fair part of it, needs of a curve. The
/// parts are narrow in time and in arc length. While rows are few, each is a part by itself.
class CurveExtremes {
 public:
  CurveExtremes() = default;
  /// @param width numbers of a row
  /// @param along the columns that cut a run into parts, the arc length last
  /// @param most parts; 0 keeps nothing
  CurveExtremes(std::size_t width, std::vector<std::size_t> along, std::size_t most);

  /// @param row, more the numbers of a row, in two pieces
  void add(std::span<const double> row, std::span<const double> more);

  [[nodiscard]] std::size_t parts() const noexcept {
    return stride() == 0 ? 0 : numbers_.size() / stride();
  }

  /// The first of `along` rises or falls from each row to the next.
  [[nodiscard]] bool is_monotone() const noexcept { return rises_ || falls_; }

  /// A column along one of `along` (0: the first), as points of the run in its order. A part
  /// without any number has a single point there that is none.
  [[nodiscard]] CurvePoints curve(std::size_t column, std::size_t along) const;

  void save(PackedWriter& writer) const;
  /// @pre made for the same table @throws InvalidInput
  void restore(PackedReader& reader);

 private:
  /// A number and where it is along the run.
  [[nodiscard]] std::size_t place_size() const noexcept { return 1 + along_.size(); }
  [[nodiscard]] std::size_t stride() const noexcept {
    return along_.size() + 2 * place_size() * width_;
  }
  [[nodiscard]] std::span<double> part(std::size_t index);
  [[nodiscard]] std::span<const double> part(std::size_t index) const;
  [[nodiscard]] std::size_t low_of(std::size_t column) const noexcept {
    return along_.size() + 2 * place_size() * column;
  }
  [[nodiscard]] std::size_t high_of(std::size_t column) const noexcept {
    return low_of(column) + place_size();
  }
  void note_direction(std::span<const double> row);
  void begin_part();
  void widen();
  [[nodiscard]] std::vector<double> widths() const;
  [[nodiscard]] std::size_t joined(std::span<const double> widths, bool moves);
  [[nodiscard]] bool fits(std::span<const double> into,
                          std::span<const double> next,
                          std::span<const double> widths) const;
  void join(std::span<double> into, std::span<const double> next) const;

  std::size_t width_ = 0;
  std::vector<std::size_t> along_;
  std::size_t most_ = 0;
  std::size_t divisions_ = 0;   ///< of the way so far, in each measure
  std::vector<double> widths_;  ///< of a part, in each measure: zero while rows are few
  /// Of each part: where it begins, then of each column the lowest and the highest number, each
  /// with its place.
  std::vector<double> numbers_;
  std::vector<double> first_;  ///< the first and the last row: curves begin and end there
  std::vector<double> last_;
  bool rises_ = true;
  bool falls_ = true;
};

/// So many parts of a table with this many columns: more than a screen has dots across, and so
/// bounded that the memory for wide tables is, too.
[[nodiscard]] std::size_t parts_to_keep(std::size_t width);

}  // namespace leafwise::pipeline::detail
