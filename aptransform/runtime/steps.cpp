#include "steps.h"

#include "ap_hooks.h"
#include "handle.h"
#include "run.h"

#include <cstring>

namespace ariadne::ap {
namespace {

uint64_t most = 0;
std::vector<Step> kept;

template <class T>
constexpr Step::Sort SortOf = sizeof(T) == 4   ? Step::F32
                              : sizeof(T) == 8 ? Step::F64
                                               : Step::F80;

template <class T> void note(uint32_t site, uint32_t constants, T r, T x, T y) {
  if (kept.size() >= most)
    return;
  Step step{SortOf<T>, site, constants, {}};
  const T *values[] = {&r, &x, &y};
  for (int i = 0; i < 3; ++i)
    std::memcpy(step.values[i], values[i], Format<T>::Bytes);
  kept.push_back(step);
}

} // namespace

void keepSteps(uint64_t count) {
  most = count;
  kept.reserve(count); // hooks are left by longjmp: nothing should be allocated in them
}
bool areStepsKept() { return most != 0; }
void forgetSteps() { kept.clear(); }

void noteDecision(uint32_t place, int64_t outcome) {
  if (kept.size() < most)
    kept.push_back({Step::Decision, place, outcome, {}});
}

template <class T> void noteCompared(T x, T y) {
  if (kept.empty() || kept.back().sort != Step::Decision)
    return;
  kept.back().compared = SortOf<T>;
  std::memcpy(kept.back().values[1], &x, Format<T>::Bytes);
  std::memcpy(kept.back().values[2], &y, Format<T>::Bytes);
}
template void noteCompared(float, float);
template void noteCompared(double, double);
template void noteCompared(long double, long double);

const std::vector<Step> &steps() { return kept; }

} // namespace ariadne::ap

using namespace ariadne::ap;

extern "C" {
void __ariadne_ap_step_f32(uint32_t site, uint32_t constants, float r, float x, float y) {
  note(site, constants, r, x, y);
}
void __ariadne_ap_step_f64(uint32_t site, uint32_t constants, double r, double x, double y) {
  note(site, constants, r, x, y);
}
void __ariadne_ap_step_f80(uint32_t site, uint32_t constants, long double r, long double x, long double y) {
  note(site, constants, r, x, y);
}
}
