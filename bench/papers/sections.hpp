// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "book.hpp"

/// The papers' sections with examples, in the order of the page. Each adds its sections to the
/// paper that was begun last.
namespace leafwise::papers {

void order_test(Book& book);                   ///< 000, 6.1
void henon_heiles_higher_order(Book& book);    ///< 000, 6.2
void stiff_pendulum_higher_order(Book& book);  ///< 000, 6.3
void four_bar_regular(Book& book);             ///< 000, 6.4
void four_bar_singular(Book& book);            ///< 000, 6.4
void orders_of_methods(Book& book);            ///< 001
void index3(Book& book);                       ///< 002
void surfaces(Book& book);                     ///< 003, 2.3
void involutive_forms(Book& book);             ///< 003, 3.3 to 4, 7.2
void pendulum_low_order(Book& book);           ///< 003, 7.1
void stiff_pendulum_low_order(Book& book);     ///< 003, 7.2
void discharge(Book& book);                    ///< 003, 7.3
void kepler(Book& book);                       ///< 003, 7.4
void henon_heiles_low_order(Book& book);       ///< 003, 7.4
void six_points(Book& book);                   ///< 003, 7.5
void stiff_mechanical_systems(Book& book);     ///< 004

}  // namespace leafwise::papers
