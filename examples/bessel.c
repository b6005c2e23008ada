/* Leading terms of the scaled Bessel function K_nu(x) exp(x) for x >> nu*nu + 1, in the manner of a special function
   library: a status is returned, value and error estimate go to a structure. */
#include <float.h>
#include <math.h>

typedef struct {
  double val;
  double err;
} result_t;

int bessel_Knu_scaled_asympx(const double nu, const double x, result_t *result) {
  double mu = 4.0 * nu * nu;
  double mum1 = mu - 1.0;
  double mum9 = mu - 9.0;
  double pre = sqrt(3.14159265358979323846 / (2.0 * x));
  double r = nu / x;
  result->val = pre * (1.0 + mum1 / (8.0 * x) + mum1 * mum9 / (128.0 * x * x));
  result->err = 2.0 * DBL_EPSILON * fabs(result->val) + pre * fabs(0.1 * r * r * r);
  return 0;
}
