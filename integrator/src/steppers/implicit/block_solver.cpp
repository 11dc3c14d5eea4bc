// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/implicit/block_solver.hpp"

#include <algorithm>

#include "linear/dense.hpp"
#include "steppers/implicit/complex_elimination.hpp"

namespace leafwise::integrator {
namespace {

template <typename Real>
std::vector<Real> rounded(std::span<const long double> numbers) {
  std::vector<Real> result;
  result.reserve(numbers.size());
  for (const long double number : numbers) result.push_back(static_cast<Real>(number));
  return result;
}

}  // namespace

template <typename Real>
BlockSolver<Real>::BlockSolver(const Eigenblocks& split, std::size_t dimension)
    : stages_(split.stages()),
      d_(dimension),
      transform_(rounded<Real>(split.transform())),
      back_(rounded<Real>(split.back())),
      decoupled_(stages_ * d_),
      right_(d_) {
  for (const Eigenblocks::Block& block : split.blocks()) {
    if (block.is_pair) {
      PairBlock& pair = pairs_.emplace_back();
      pair.row = block.row;
      pair.lambda = {static_cast<Real>(block.real), static_cast<Real>(block.imaginary)};
      pair.factors.resize(d_ * d_);
      pair.order.resize(d_);
    } else {
      RealBlock& real = reals_.emplace_back();
      real.row = block.row;
      real.gamma = static_cast<Real>(block.real);
      real.factors.resize(d_ * d_);
      real.order.resize(d_);
    }
  }
}

template <typename Real>
bool BlockSolver<Real>::factorize(std::span<const Real> k, Real h, bool is_new) {
  if (!is_new && h == h_) return true;
  h_ = 0;
  bool regular = true;
  for (RealBlock& block : reals_) {
    for (std::size_t i = 0; i < k.size(); ++i) block.factors[i] = -k[i];
    for (std::size_t i = 0; i < d_; ++i) block.factors[i * d_ + i] += block.gamma / h;
    regular = regular &&
              detail::factorize_general(block.factors.data(), d_, block.order.data()) > Real{0};
    ++factorizations_;
  }
  for (PairBlock& block : pairs_) {
    for (std::size_t i = 0; i < k.size(); ++i) block.factors[i] = -k[i];
    for (std::size_t i = 0; i < d_; ++i) block.factors[i * d_ + i] += block.lambda / h;
    regular = regular &&
              detail::factorize_complex(block.factors.data(), d_, block.order.data()) > Real{0};
    ++factorizations_;
  }
  if (regular) h_ = h;
  return regular;
}

template <typename Real>
void BlockSolver<Real>::combine(std::span<const Real> matrix,
                                std::span<const Real> x,
                                std::span<Real> out) const {
  std::ranges::fill(out, Real{0});
  for (std::size_t i = 0; i < stages_; ++i) {
    for (std::size_t j = 0; j < stages_; ++j) {
      detail::add_multiple(matrix[i * stages_ + j], x.data() + j * d_, out.data() + i * d_, d_);
    }
  }
}

/// With W = T⁻¹U and C = T⁻¹G, the system times A⁻¹/h is (Λ/h − K) W = −Λ C/h.
template <typename Real>
void BlockSolver<Real>::solve(std::span<Real> g) {
  combine(back_, g, decoupled_);
  for (const RealBlock& block : reals_) {
    Real* right = decoupled_.data() + block.row * d_;
    const Real factor = -block.gamma / h_;
    for (std::size_t i = 0; i < d_; ++i) right[i] *= factor;
    detail::solve_general(block.factors.data(), d_, block.order.data(), right);
  }
  for (const PairBlock& block : pairs_) {
    Real* real = decoupled_.data() + block.row * d_;
    Real* imaginary = real + d_;
    const std::complex<Real> factor = -block.lambda / h_;
    for (std::size_t i = 0; i < d_; ++i) {
      right_[i] = detail::product(factor, std::complex<Real>(real[i], imaginary[i]));
    }
    detail::solve_complex(block.factors.data(), d_, block.order.data(), right_.data());
    for (std::size_t i = 0; i < d_; ++i) {
      real[i] = right_[i].real();
      imaginary[i] = right_[i].imag();
    }
  }
  combine(transform_, decoupled_, g);
}

template class BlockSolver<double>;
template class BlockSolver<long double>;

}  // namespace leafwise::integrator
