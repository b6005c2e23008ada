// For programs that users link themselves from the output of `ariadne ap`: the whole program is one exact
// run. There is no second try with more precision, so it starts with plenty; what that cannot decide ends the
// program with a message.
#include "arena.h"
#include "run.h"

#include <cstdlib>
#include <limits>

extern "C" const ariadne_ap_module __ariadne_ap_module __attribute__((weak));

namespace ariadne::ap {
namespace {

constexpr uint64_t LimbBytes = uint64_t(4) << 30; // of address space
constexpr int64_t Precision = 4096;

} // namespace
} // namespace ariadne::ap

using namespace ariadne::ap;

extern "C" __attribute__((constructor)) void __ariadne_exact_begin() {
  reserveArena(LimbBytes);
  reserveOutcomes();
  const char *wanted = std::getenv("ARIADNE_PRECISION");
  run.maxPrecision = wanted && std::atoll(wanted) > 0 ? std::atoll(wanted) : Precision;
  run.module = &__ariadne_ap_module;
  run.deadline = std::numeric_limits<double>::infinity();
  run.standalone = true;
  beginRun(Arithmetic::Exact, run.maxPrecision);
}
