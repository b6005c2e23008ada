// Calls the hooks as a reified program does.
#include "runtime/confirm/hooks.h"
#include "thunk.h"

#include <fenv.h>

enum {
#define OPERATION(NAME, ...) row_##NAME,
#include "tables/operations.def"
};

#define SITE(NUMBER, NAME) {NUMBER, row_##NAME, 10 + NUMBER, 3, "file.c", "f", #NAME}
static const struct ariadne_site sites[] = {SITE(0, fmul), SITE(1, fdiv),    SITE(2, fadd),
                                            SITE(3, fsub), SITE(4, fptrunc), SITE(5, exp)};

THUNK(raises) {
  volatile double tiny = 0x1p-1000;
  feclearexcept(FE_ALL_EXCEPT);
  for (int i = 0; i < 2; i++) {
    __ariadne_raise_f64(&sites[0], ARIADNE_OVERFLOW, 1e200, 1e200, 1e400);
    __ariadne_raise_f64(&sites[0], ARIADNE_UNDERFLOW, tiny, 0x1p-60, 0x1p-1060);
    __ariadne_raise_f64(&sites[1], ARIADNE_UNDERFLOW, tiny, 3e300, tiny / 0x1p60);
    __ariadne_raise_f32(&sites[2], ARIADNE_UNDERFLOW, 0x1.8p-126f, -0x1p-126f, 0x1p-127f);
    __ariadne_raise_f32(&sites[0], ARIADNE_INVALID, 1, 2, 3);
    __ariadne_raise_f80(&sites[0], ARIADNE_DIVBYZERO, 0x1p-16000L, 0x1p-440L, 0x1p-16440L);
    __ariadne_raise_f80(&sites[3], ARIADNE_UNDERFLOW, 0x1.8p-16382L, 0x1p-16382L, 0x1p-16383L);
    __ariadne_raise_f80(&sites[1], ARIADNE_UNDERFLOW, 0x1p-16382L, 3, 0x1p-16383L);
    __ariadne_raise_f64(&sites[4], ARIADNE_UNDERFLOW, 0x1p-140, 0, 0x1p-140);
    __ariadne_raise_f80(&sites[4], ARIADNE_UNDERFLOW, 0x1.23456789p-140L, 0, 0x1p-140L);
    __ariadne_raise_f64(&sites[5], ARIADNE_UNDERFLOW, -740, 0, 0x1p-1060);
  }
  RESULT(int) = fetestexcept(FE_ALL_EXCEPT);
}

#ifdef MAIN
int main(int argc, char **argv) {
  (void)argv;
  if (argc == 1)
    __ariadne_raise_f64(&sites[0], ARIADNE_OVERFLOW, 1e200, 1e201, 1e308 * 10);
  else if (argc == 2)
    __ariadne_raise_f32(&sites[4], ARIADNE_UNDERFLOW, 0.1f, 0, 0.5f);
  else
    __ariadne_raise_f80(&sites[1], ARIADNE_DIVBYZERO, 0.1L, 0, 0.5L);
  return 0;
}
#endif
