/* Functions that tell their callers, or do not. */
#include <errno.h>
#include <float.h>
#include <math.h>

/* 1e200: 0 overflows, and the function itself says so by errno; 1e400 does not fit: unavoidable, reported. */
double checked_square(double x) {
  double r = x * x;
  if (r > DBL_MAX)
    errno = ERANGE;
  return r;
}

typedef struct {
  double val, err;
} result;

enum { SUCCESS = 0, UNDERFLOWED = 15, OVERFLOWED = 16 };

/* As GSL's special functions: the value through a pointer, a status as return value. 1e200: 0 overflows, 16 is
   returned: reported where the convention is known (gsl, nonzero), poisoned where it is not; 1e400: unavoidable.
   1e-200: 0 underflows to 0, 15 is returned: reported; without the convention: the test for 0 goes the other way in
   exact arithmetic: wrong. */
int gsl_square(double x, result *r) {
  r->val = x * x;
  r->err = 2.0 * DBL_EPSILON * fabs(r->val);
  if (fabs(r->val) > DBL_MAX)
    return OVERFLOWED;
  if (r->val == 0.0 && x != 0.0)
    return UNDERFLOWED;
  return SUCCESS;
}

/* As it should not be: 0 is returned whatever happens. 1e200, 1e-300: 0 overflows, 1 keeps infinity; 1e100 fits:
   avoidable; poisoned, whatever the convention. 1e-200, 1e300: 0 underflows to 0 where 1e-100 is right: avoidable,
   wrong. */
int gsl_silent(double x, double scale, result *r) {
  r->val = x * x * scale;
  r->err = 0.0;
  return SUCCESS;
}

/* A status of 0 though nothing is wrong with the result: 1e-200: 0 underflows beside 1: avoidable, benign. */
int gsl_benign(double x, result *r) {
  r->val = 1.0 + x * x;
  r->err = DBL_EPSILON;
  return SUCCESS;
}

/* An answer, not a status: GSL's functions with a status have a result behind a pointer. 1e200: 0 overflows and 1 is
   returned, in exact arithmetic too: undetermined (no floating-point result); benign; reported only if nonzero results
   are said to be errors. */
int is_large(double x) { return x * x > 1.0; }

/* A nonzero floating-point result is no status. 1e-200: 0 underflows beside 1: avoidable, benign. */
double no_status(double x, double *square) {
  *square = 1.0 + x * x;
  return *square;
}
