/* Two files that make one program. `shift` is static in both, with different meanings.

   outer: inner.c says what inner raises. #0 inner + 1: the sum is 0 (x = 2) or at least 2^-53: nothing.
   shift here: #0 x + 0.5: 0.5 does not change the largest number; 0 or at least 2^-54: nothing. */

double inner(double x);

static double shift(double x) { return x + 0.5; }

double outer(double x) { return inner(x) + 1.0; }

double unused(double x) { return shift(x) < 0 ? 0.0 : 1.0; }
