#include "sections.hpp"
namespace leafwise::papers {
void orders_of_methods(Book&) {}
void index3(Book&) {}
void involutive_forms(Book&) {}
void pendulum_low_order(Book&) {}
void stiff_pendulum_low_order(Book&) {}
void discharge(Book&) {}
void kepler(Book&) {}
void henon_heiles_low_order(Book&) {}
void six_points(Book&) {}
void stiff_mechanical_systems(Book&) {}
}  // namespace leafwise::papers
