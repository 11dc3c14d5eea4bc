// SPDX-License-Identifier: GPL-3.0-or-later
#include "sundials_peers.hpp"

#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <span>
#include <stdexcept>

#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/differentiate.hpp"
#include "leafwise/integrator/geometry.hpp"

namespace leafwise::bench {
namespace {

using integrator::Expression;
using integrator::ProgramBuilder;

constexpr long most_steps = 2000000;
/// An absolute tolerance that everything meets.
constexpr double unchecked = 1e10;

/// Everything of SUNDIALS that both solvers need, and frees it.
class Workspace {
 public:
  explicit Workspace(std::size_t size) {
    if (SUNContext_Create(nullptr, &context) != 0) throw std::runtime_error("no SUNContext");
    const auto length = static_cast<sunindextype>(size);
    y = N_VNew_Serial(length, context);
    slope = N_VNew_Serial(length, context);
    matrix = SUNDenseMatrix(length, length, context);
    solver = SUNLinSol_Dense(y, matrix, context);
  }
  ~Workspace() {
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    N_VDestroy(slope);
    N_VDestroy(y);
    SUNContext_Free(&context);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  SUNContext context = nullptr;
  N_Vector y = nullptr;
  N_Vector slope = nullptr;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver solver = nullptr;
};

void demand(int flag) {
  if (flag < 0) throw std::runtime_error("SUNDIALS refuses a setting");
}

template <typename Solve>
double time_of(const Solve& solve) {
  const auto begin = std::chrono::steady_clock::now();
  solve();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// (x, q, q') with CVODE's t for x.
struct ProjectedField {
  explicit ProjectedField(const integrator::ManifoldProblem<double>& problem)
      : geometry(problem, integrator::Parameter::independent, {.tolerance = 1e-13}),
        z(problem.dimension()),
        out(z.size()) {}

  void load(double t, N_Vector y) {
    z[0] = t;
    std::copy_n(N_VGetArrayPointer(y), z.size() - 1, z.begin() + 1);
  }
  void store(N_Vector to) const { std::copy(out.begin() + 1, out.end(), N_VGetArrayPointer(to)); }

  integrator::Geometry<double> geometry;
  std::vector<double> z;
  std::vector<double> out;
};

int right_hand_side(realtype t, N_Vector y, N_Vector slope, void* data) {
  auto& field = *static_cast<ProjectedField*>(data);
  field.load(t, y);
  if (field.geometry.field(field.z, field.out) != integrator::FieldStatus::good) return 1;
  field.store(slope);
  return 0;
}

int projection(
    realtype t, N_Vector y, N_Vector correction, realtype /*epsilon*/, N_Vector error, void* data) {
  auto& field = *static_cast<ProjectedField*>(data);
  field.load(t, y);
  if (field.geometry.project(field.z, field.out) != integrator::ProjectionStatus::good) return 1;
  double* c = N_VGetArrayPointer(correction);
  for (std::size_t j = 1; j < field.z.size(); ++j) c[j - 1] = field.out[j] - field.z[j];
  if (error == nullptr) return 0;
  const std::vector<double> on_manifold = field.out;
  field.load(0, error);
  if (field.geometry.to_tangent(on_manifold, field.z, field.out) !=
      integrator::ProjectionStatus::good) {
    return 1;
  }
  field.store(error);
  return 0;
}

/// Residuals of the stabilised form; inputs t, (q, v, λ, μ), and the derivatives of that.
integrator::Program stabilised_form(const tests::Mechanism& mechanism) {
  const std::size_t n = mechanism.positions.size();
  const std::size_t k = mechanism.constraint_count;
  const std::size_t size = 2 * n + 2 * k;
  ProgramBuilder plain(n);
  std::vector<Expression> arguments;
  for (std::size_t i = 0; i < n; ++i) arguments.push_back(plain.input(i));
  const integrator::JacobianProgram derivative =
      integrator::differentiate(plain.build(mechanism.constraints(arguments)));

  ProgramBuilder builder(1 + 2 * size);
  const auto part = [&builder](std::size_t first, std::size_t count) {
    std::vector<Expression> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(builder.input(first + i));
    return result;
  };
  const auto q = part(1, n);
  const auto v = part(1 + n, n);
  const auto lambda = part(1 + 2 * n, k);
  const auto mu = part(1 + 2 * n + k, k);
  const auto acceleration = part(1 + size + n, n);
  const auto mass = mechanism.mass(q);
  const auto force = mechanism.force(builder.input(0), q, v);
  const auto g = builder.append(derivative.program, q);

  std::vector<Expression> residuals;
  for (std::size_t i = 0; i < n; ++i) residuals.push_back(builder.input(1 + size + i) - v[i]);
  for (std::size_t i = 0; i < n; ++i) {
    Expression sum = -force[i];
    for (std::size_t j = 0; j < n; ++j) sum = sum + mass[i * n + j] * acceleration[j];
    residuals.push_back(sum);
  }
  for (std::size_t l = 0; l < k; ++l) residuals.push_back(g[l]);
  for (std::size_t l = 0; l < k; ++l) residuals.push_back(builder.constant(0));
  for (std::size_t e = 0; e < derivative.rows.size(); ++e) {
    const std::size_t row = derivative.rows[e];
    const std::size_t column = derivative.columns[e];
    const Expression entry = g[k + e];
    residuals[column] = residuals[column] + entry * mu[row];
    residuals[n + column] = residuals[n + column] + entry * lambda[row];
    residuals[2 * n + k + row] = residuals[2 * n + k + row] + entry * v[column];
  }
  return builder.build(residuals);
}

struct Residuals {
  Residuals(const tests::Mechanism& mechanism, std::size_t n)
      : map(stabilised_form(mechanism)),
        size(n),
        inputs(1 + 2 * n),
        f(n),
        jacobian(n * (1 + 2 * n)) {}

  void load(double t, N_Vector y, N_Vector slope) {
    inputs[0] = t;
    std::copy_n(N_VGetArrayPointer(y), size, inputs.begin() + 1);
    std::copy_n(
        N_VGetArrayPointer(slope), size, inputs.begin() + static_cast<std::ptrdiff_t>(1 + size));
  }

  integrator::CompiledMap<double> map;
  std::size_t size;
  std::vector<double> inputs;
  std::vector<double> f;
  std::vector<double> jacobian;
};

int residual(realtype t, N_Vector y, N_Vector slope, N_Vector out, void* data) {
  auto& residuals = *static_cast<Residuals*>(data);
  residuals.load(t, y, slope);
  residuals.map.value(residuals.inputs, std::span(N_VGetArrayPointer(out), residuals.size));
  return 0;
}

int residual_jacobian(realtype t,
                      realtype weight,
                      N_Vector y,
                      N_Vector slope,
                      N_Vector /*residual*/,
                      SUNMatrix matrix,
                      void* data,
                      N_Vector /*unused*/,
                      N_Vector /*unused*/,
                      N_Vector /*unused*/) {
  auto& r = *static_cast<Residuals*>(data);
  r.load(t, y, slope);
  r.map.jacobian(r.inputs, r.f, r.jacobian);
  const std::size_t n = r.size;
  for (std::size_t j = 0; j < n; ++j) {
    realtype* column = SUNDenseMatrix_Column(matrix, static_cast<sunindextype>(j));
    for (std::size_t i = 0; i < n; ++i) {
      const double* row = r.jacobian.data() + i * (1 + 2 * n);
      column[i] = row[1 + j] + weight * row[1 + n + j];
    }
  }
  return 0;
}

}  // namespace

PeerRun run_cvode_with_projection(const tests::StartedProblem<double>& started,
                                  double end,
                                  double tolerance) {
  ProjectedField field(started.problem);
  const std::vector<double> start(started.start.begin(), started.start.end());
  field.geometry.orient(start, {}, 1);
  Workspace work(start.size() - 1);
  std::copy(start.begin() + 1, start.end(), N_VGetArrayPointer(work.y));
  void* memory = CVodeCreate(CV_BDF, work.context);
  demand(CVodeInit(memory, right_hand_side, 0, work.y));
  demand(CVodeSStolerances(memory, tolerance, tolerance));
  demand(CVodeSetUserData(memory, &field));
  demand(CVodeSetLinearSolver(memory, work.solver, work.matrix));
  demand(CVodeSetProjFn(memory, projection));
  demand(CVodeSetMaxNumSteps(memory, most_steps));
  demand(CVodeSetStopTime(memory, end));
  PeerRun run;
  run.method = "CVODE (BDF, projected)";
  double t = 0;
  run.seconds =
      time_of([&] { run.arrived = CVode(memory, end, work.y, &t, CV_NORMAL) >= 0 && t == end; });
  CVodeGetNumSteps(memory, &run.steps);
  CVodeGetNumErrTestFails(memory, &run.rejected);
  CVodeGetNumRhsEvals(memory, &run.evaluations);
  long for_jacobians = 0;
  CVodeGetNumLinRhsEvals(memory, &for_jacobians);
  run.evaluations += for_jacobians;
  run.end.assign(N_VGetArrayPointer(work.y), N_VGetArrayPointer(work.y) + start.size() - 1);
  CVodeFree(&memory);
  return run;
}

PeerRun run_ida(const tests::Mechanism& mechanism,
                double end,
                double tolerance,
                Multipliers multipliers) {
  const std::size_t n = mechanism.positions.size();
  const std::size_t k = mechanism.constraint_count;
  const std::size_t size = 2 * n + 2 * k;
  Residuals residuals(mechanism, size);
  Workspace work(size);
  const auto started = tests::reduced_form<double>(mechanism);
  const std::vector<double> start(started.start.begin(), started.start.end());
  std::vector<double> attached(n + k);  // q'', λ
  started.problem.distribution->clone()->attached(start, attached);
  double* y = N_VGetArrayPointer(work.y);
  double* slope = N_VGetArrayPointer(work.slope);
  std::fill_n(y, size, 0.0);
  std::fill_n(slope, size, 0.0);
  std::copy(start.begin() + 1, start.end(), y);
  std::copy(attached.begin() + static_cast<std::ptrdiff_t>(n), attached.end(), y + 2 * n);
  std::copy_n(y + n, n, slope);
  std::copy_n(attached.begin(), n, slope + n);

  void* memory = IDACreate(work.context);
  demand(IDAInit(memory, residual, 0, work.y, work.slope));
  N_Vector absolute = N_VClone(work.y);
  std::fill_n(N_VGetArrayPointer(absolute), 2 * n, tolerance);
  std::fill_n(N_VGetArrayPointer(absolute) + 2 * n,
              2 * k,
              multipliers == Multipliers::free ? unchecked : tolerance);
  demand(IDASVtolerances(memory, tolerance, absolute));
  demand(IDASetUserData(memory, &residuals));
  demand(IDASetLinearSolver(memory, work.solver, work.matrix));
  demand(IDASetJacFn(memory, residual_jacobian));
  N_Vector differential = N_VClone(work.y);
  std::fill_n(N_VGetArrayPointer(differential), size, 0.0);
  std::fill_n(N_VGetArrayPointer(differential), 2 * n, 1.0);
  demand(IDASetId(memory, differential));
  demand(IDASetSuppressAlg(memory, SUNTRUE));
  demand(IDASetMaxNumSteps(memory, most_steps));
  demand(IDASetStopTime(memory, end));
  PeerRun run;
  run.method = multipliers == Multipliers::free ? "IDA (GGL, free)" : "IDA (GGL)";
  double t = 0;
  run.seconds = time_of([&] {
    run.arrived = IDASolve(memory, end, &t, work.y, work.slope, IDA_NORMAL) >= 0 && t == end;
  });
  IDAGetNumSteps(memory, &run.steps);
  IDAGetNumErrTestFails(memory, &run.rejected);
  IDAGetNumResEvals(memory, &run.evaluations);
  run.end.assign(y, y + 2 * n);
  N_VDestroy(differential);
  N_VDestroy(absolute);
  IDAFree(&memory);
  return run;
}

}  // namespace leafwise::bench
