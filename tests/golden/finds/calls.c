/* Calls that once were no sites, or had rows that missed something.
 *
 * vanishing: x * 2^-1074 - 2^-1074 is not 0, and rounds to 0 for x above 1/2: underflow. It cannot be large.
 * whole: x^n overflows and underflows; 0 to a negative power divides by zero.
 * both: the sine of a subnormal number is subnormal. s + c is about 1 there, and 0 at no float near 3 pi / 4.
 * toward: the largest float's neighbour is infinite, those of 0 and of the smallest normal number are subnormal. */
#define _GNU_SOURCE
#include <math.h>

double vanishing(double x) {
    if (!(x > 0.5 && x < 1))
        return 0;
    return fma(x, 0x1p-1074, -0x1p-1074);
}

double whole(double x, int n) { return __builtin_powi(x, n); }

double both(double x) {
    double s, c;
    sincos(x, &s, &c);
    return s + c;
}

float toward(float x) { return nexttowardf(x, 1e300L); }
