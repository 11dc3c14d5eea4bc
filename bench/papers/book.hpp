// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "plot.hpp"

/// What the papers print, and what comes out here: items, gathered paper by paper, and written as
/// docs/papers.md.
namespace leafwise::papers {

enum class Verdict {
  agrees,   ///< within the window, or the statement holds
  differs,  ///< and why is known: `remark` says so, and was tested as far as it says
  failed,   ///< a value left its window, or what explains a difference does not hold any more
};

struct Item {
  std::string place;  ///< "Table 6.1, RK4, x = 110"
  std::string printed;
  std::string ours;
  std::optional<double> deviation;  ///< ours / printed − 1
  std::string remark;               ///< a sentence; never empty where it differs
  Verdict verdict = Verdict::agrees;
};

struct Picture {
  std::string file;  ///< in the folder of pictures
  std::string caption;
};

/// Text, then a table of items, then pictures.
struct Section {
  std::string title;
  std::string text;
  std::vector<Item> items;
  std::vector<Picture> pictures;
};

struct Paper {
  std::string title;
  std::string text;
  std::vector<Section> sections;
};

/// How many items of which kind.
struct Total {
  int items = 0;
  int numbers = 0;  ///< with a deviation, and agreeing
  int within_5_percent = 0;
  int within_15_percent = 0;
  double largest = 0;  ///< |deviation| of those
  int statements = 0;  ///< without a number to compare, and agreeing
  int explained = 0;
  int failed = 0;
  int pictures = 0;

  void count(const Item& item);
};

class Book {
 public:
  /// @param pictures where they are written; made if it is not there
  explicit Book(std::filesystem::path pictures);

  void paper(const std::string& title, const std::string& text);
  /// Prints that it begins: some sections take a while.
  void section(const std::string& title, const std::string& text = {});

  /// A printed number, and ours within `window` of it, relatively.
  void number(const std::string& place,
              double printed,
              double ours,
              double window,
              const std::string& remark = {});
  /// A statement, and whether it was found to hold.
  void statement(const std::string& place,
                 const std::string& printed,
                 const std::string& ours,
                 bool holds,
                 const std::string& remark = {});
  /// What comes out otherwise than printed. `is_confirmed`: what the remark says was computed.
  void difference(const std::string& place,
                  const std::string& printed,
                  const std::string& ours,
                  bool is_confirmed,
                  const std::string& remark);
  /// Writes a picture.
  void figure(const std::string& place,
              const std::string& file,
              const Plot& plot,
              const std::string& caption);

  [[nodiscard]] const std::vector<Paper>& papers() const noexcept { return papers_; }
  [[nodiscard]] Total total() const;

 private:
  void add(Item item);

  std::filesystem::path pictures_;
  std::vector<Paper> papers_;
};

/// The whole page.
[[nodiscard]] std::string markdown_of(const Book& book);

/// Five significant digits, and all of a count.
[[nodiscard]] std::string shown(double value);

}  // namespace leafwise::papers
