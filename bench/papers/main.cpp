// SPDX-License-Identifier: GPL-3.0-or-later
// Usage: papers [FOLDER]
//
// Every table, figure and number of the papers' examples, computed anew: writes papers.md and
// pictures/papers/*.svg into FOLDER (default: docs/ of the sources). Progress goes to standard
// error, the total as one JSON line to standard output. Fails if a value leaves its window.

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>

#include "sections.hpp"

namespace {

using namespace leafwise::papers;

void write_book(Book& book) {
  book.paper(
      "Tuomela, Arponen: higher order methods (BIT 41, 2001)",
      "J. Tuomela, T. Arponen: *On the numerical solution of involutive ordinary differential "
      "systems: higher order methods*. Methods of order 4 and 5 on manifolds, and a linkage "
      "whose singularities disappear by decomposition.");
  order_test(book);
  henon_heiles_higher_order(book);
  stiff_pendulum_higher_order(book);
  four_bar_regular(book);
  four_bar_singular(book);
  book.paper("Tuomela: higher order methods, the report with the proofs (1998)",
             "J. Tuomela: *On the numerical solution of involutive ordinary differential systems: "
             "Higher order methods*, Research Report A397. It has no tables and no figures; its "
             "propositions state orders, which are measured here.");
  orders_of_methods(book);
  book.paper(
      "Schropp: projected Runge–Kutta methods for index 3",
      "J. Schropp: *Projected Runge–Kutta methods for index 3 DAEs*. RADAU5 with a projection "
      "after each step, without completion.");
  index3(book);
  book.paper(
      "Tuomela, Arponen: introduction and numerical results (IMA J. Numer. Anal. 20, 2000)",
      "J. Tuomela, T. Arponen: *On the numerical solution of involutive ordinary differential "
      "systems: Introduction and numerical results*. What a differential equation is, and "
      "methods of order 1 and 2 on seven examples.");
  surfaces(book);
  involutive_forms(book);
  pendulum_low_order(book);
  stiff_pendulum_low_order(book);
  discharge(book);
  kepler(book);
  henon_heiles_low_order(book);
  six_points(book);
  book.paper(
      "Lubich: integration of stiff mechanical systems (1992)",
      "Ch. Lubich: *Integration of stiff mechanical systems by Runge–Kutta methods*. It has no "
      "tables and no figures; its theorems state how errors depend on the step size and on ε.");
  stiff_mechanical_systems(book);
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 2 || (count == 2 && arguments[1][0] == '-')) {
    fmt::print(stderr, "usage: papers [FOLDER]\n");
    return 2;
  }
  const std::filesystem::path folder = count == 2 ? arguments[1] : LEAFWISE_DOCS;
  try {
    const auto start = std::chrono::steady_clock::now();
    Book book(folder / "pictures" / "papers");
    write_book(book);
    std::ofstream file(folder / "papers.md");
    file << markdown_of(book);
    if (!file.flush()) throw std::runtime_error("cannot write " + (folder / "papers.md").string());
    const Total total = book.total();
    fmt::print(
        "{{\"bench\": \"papers\", \"items\": {}, \"numbers\": {}, \"within_5_percent\": {}, "
        "\"within_15_percent\": {}, \"largest_deviation\": {:.3f}, \"statements\": {}, "
        "\"explained\": {}, \"pictures\": {}, \"failed\": {}, \"seconds\": {:.0f}}}\n",
        total.items,
        total.numbers,
        total.within_5_percent,
        total.within_15_percent,
        total.largest,
        total.statements,
        total.explained,
        total.pictures,
        total.failed,
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    return total.failed == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "papers: {}\n", error.what());
    return 1;
  }
}
