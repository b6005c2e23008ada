/* Several operations of one macro: all at the same line and column, and yet different sites.

   norm: #0 a * a and #1 b * b overflow and underflow. #2 the quotient divides by zero (a = 1, b = 0), is invalid
   (both 0), overflows (1e300 / 1e-300) and underflows (1e-300 / 1e300).

   cube: #0 x * x and #1 (x * x) * x: #0 both; #1 both, from finite squares (x = 1e110 and 1e-110). */

#define SQUARE(a) ((a) * (a))
#define RATIO(a, b) (SQUARE(a) / SQUARE(b))
#define CUBE(a) (SQUARE(a) * (a))

double norm(double a, double b) { return RATIO(a, b); }

double cube(double x) { return CUBE(x); }
