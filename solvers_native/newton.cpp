// Newton's method on the signed distances of all literals, in the space of ordinals: derivatives by
// differences, least squares, damped as by Levenberg and Marquardt. It follows curves on which several
// equalities hold together, where single inputs lead nowhere.
#include "minimise.h"

namespace ariadne {
namespace {

constexpr size_t MaxMoved = 6; // inputs at once
constexpr unsigned MaxSteps = 12;

// Solves a * x = b by elimination; false if there is no telling.
bool solve(std::vector<std::vector<double>> a, std::vector<double> b, std::vector<double> &x) {
  size_t n = b.size();
  for (size_t column = 0; column < n; ++column) {
    size_t pivot = column;
    for (size_t row = column + 1; row < n; ++row)
      if (std::fabs(a[row][column]) > std::fabs(a[pivot][column]))
        pivot = row;
    if (!(std::fabs(a[pivot][column]) > 0))
      return false;
    std::swap(a[pivot], a[column]);
    std::swap(b[pivot], b[column]);
    for (size_t row = column + 1; row < n; ++row) {
      double factor = a[row][column] / a[column][column];
      for (size_t k = column; k < n; ++k)
        a[row][k] -= factor * a[column][k];
      b[row] -= factor * b[column];
    }
  }
  x.assign(n, 0);
  for (size_t row = n; row-- > 0;) {
    double rest = b[row];
    for (size_t k = row + 1; k < n; ++k)
      rest -= a[row][k] * x[k];
    x[row] = rest / a[row][row];
    if (!std::isfinite(x[row]))
      return false;
  }
  return true;
}

} // namespace

void Minimiser::newton(Point &point) {
  std::vector<size_t> moved;
  size_t first = random.below(parameters());
  for (size_t i = 0; i < std::min(parameters(), MaxMoved); ++i)
    moved.push_back((first + i) % parameters());
  for (unsigned i = 0; i < MaxSteps && !over; ++i)
    if (!newtonStep(point, moved))
      return;
}

bool Minimiser::newtonStep(Point &point, const std::vector<size_t> &moved) {
  size_t n = moved.size(), m = gaps.size();
  cost(point.input);
  std::vector<double> here = gaps;
  std::vector<std::vector<double>> slopes(n); // by input, then by literal
  unsigned part = 1 + unsigned(random.below(8));
  for (size_t j = 0; j < n && !over; ++j) {
    Ordinal width = Ordinal(1) << (mutator.stepBits(moved[j]) * part / 12);
    Input aside = point.input;
    mutator.step(aside.data(), moved[j], random.oneIn(2) ? width : -width);
    Class cls = mutator.classOf(moved[j]);
    unsigned char *before = mutator.place(point.input.data(), moved[j]);
    double run = double(getOrdinal(cls, mutator.place(aside.data(), moved[j])) - getOrdinal(cls, before));
    if (run == 0)
      return false;
    cost(aside);
    for (size_t i = 0; i < m; ++i)
      slopes[j].push_back((gaps[i] - here[i]) / run);
  }
  if (over)
    return false;
  for (double damping : {1e-12, 1e-3, 0.3}) {
    std::vector<std::vector<double>> a(n, std::vector<double>(n));
    std::vector<double> b(n), delta;
    for (size_t j = 0; j < n; ++j) {
      for (size_t k = 0; k < n; ++k)
        for (size_t i = 0; i < m; ++i)
          a[j][k] += slopes[j][i] * slopes[k][i];
      for (size_t i = 0; i < m; ++i)
        b[j] -= slopes[j][i] * here[i];
      a[j][j] += damping * a[j][j] + 1e-30;
    }
    if (!solve(a, b, delta))
      continue;
    for (double length : {1.0, 0.25}) {
      Input candidate = point.input;
      for (size_t j = 0; j < n; ++j)
        mutator.step(candidate.data(), moved[j],
                     Ordinal(std::clamp(std::round(length * delta[j]), -0x1p80, 0x1p80)));
      if (improve(point, candidate))
        return true;
      if (over)
        return false;
    }
  }
  return false;
}

} // namespace ariadne
