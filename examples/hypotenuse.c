/* The textbook formula: the result may be an ordinary number while x * x is not. */
#include <math.h>

double hyp(double x, double y) { return sqrt(x * x + y * y); }
