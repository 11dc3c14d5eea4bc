// SPDX-License-Identifier: GPL-3.0-or-later
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "change_point.hpp"

namespace leafwise::bench::change_point {

namespace {

constexpr sunindextype unknowns = 11;  // q, v, λ

State state_of(const double* y) {
  State state;
  std::copy(y, y + 4, state.q.begin());
  std::copy(y + 4, y + 8, state.v.begin());
  return state;
}

/// q' = v, M v' = F − Gᵀλ, G v' = −v'g''v: IDA wants an index of one at most.
int residual(double, N_Vector y, N_Vector slope, N_Vector out, void*) {
  const double* z = N_VGetArrayPointer(y);
  const double* d = N_VGetArrayPointer(slope);
  double* r = N_VGetArrayPointer(out);
  const State state = state_of(z);
  const auto g = gradients(state.q);
  const Positions f = force(state.q);
  const Multipliers bend = curvature(state.v);
  for (std::size_t i = 0; i < 4; ++i) {
    r[i] = d[i] - state.v[i];
    r[4 + i] = mass[i] * d[4 + i] - f[i];
    for (std::size_t k = 0; k < 3; ++k) r[4 + i] += g[k][i] * z[8 + k];
  }
  for (std::size_t k = 0; k < 3; ++k) {
    r[8 + k] = bend[k];
    for (std::size_t i = 0; i < 4; ++i) r[8 + k] += g[k][i] * d[4 + i];
  }
  return 0;
}

void demand(int flag) {
  if (flag < 0) throw std::runtime_error("SUNDIALS refuses a setting");
}

void be_silent(int, const char*, const char*, char*, void*) {}

}  // namespace

Outcome by_ida(double rtol) {
  Outcome outcome;
  outcome.method = "IDA on the equations of index 1, rtol " + short_text(rtol);
  SUNContext context = nullptr;
  if (SUNContext_Create(nullptr, &context) != 0) throw std::runtime_error("no SUNContext");
  N_Vector y = N_VNew_Serial(unknowns, context);
  N_Vector slope = N_VNew_Serial(unknowns, context);
  N_Vector id = N_VNew_Serial(unknowns, context);
  N_VConst(0, y);
  N_VConst(0, slope);
  const State begin = start();
  std::copy(begin.q.begin(), begin.q.end(), N_VGetArrayPointer(y));
  for (sunindextype i = 0; i < unknowns; ++i) N_VGetArrayPointer(id)[i] = i < 8 ? 1 : 0;
  SUNMatrix matrix = SUNDenseMatrix(unknowns, unknowns, context);
  SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
  void* memory = IDACreate(context);
  demand(IDAInit(memory, &residual, 0, y, slope));
  demand(IDASStolerances(memory, rtol, rtol / 100));
  demand(IDASetLinearSolver(memory, solver, matrix));
  demand(IDASetId(memory, id));
  demand(IDASetErrHandlerFn(memory, &be_silent, nullptr));
  constexpr long most_steps = 1000000;
  demand(IDASetMaxNumSteps(memory, most_steps));
  constexpr double first = 1e-3;
  if (IDACalcIC(memory, IDA_YA_YDP_INIT, first) < 0) {
    outcome.reason = "no consistent start";
  } else {
    demand(IDAGetConsistentIC(memory, y, slope));
    for (double t = 0; t < goal;) {
      const int flag = IDASolve(memory, goal, &t, y, slope, IDA_ONE_STEP);
      if (flag < 0) {
        char* name = IDAGetReturnFlagName(flag);
        outcome.reason = name;
        std::free(name);  // NOLINT: it was allocated in C
        break;
      }
      if (t > goal) demand(IDAGetDky(memory, t = goal, 0, y));
      watch(outcome, t, state_of(N_VGetArrayPointer(y)));
    }
  }
  IDAFree(&memory);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  N_VDestroy(id);
  N_VDestroy(slope);
  N_VDestroy(y);
  SUNContext_Free(&context);
  return outcome;
}

}  // namespace leafwise::bench::change_point
