/* Whole numbers: sums and products are 0, or between 1 and 2^127. */
#include <stdbool.h>

double mean(int a, int b) { return ((double)a + (double)b) / 2.0; }

double area(long long a, unsigned long long b) { return (double)a * (double)b; }

float share(unsigned char part, bool all) { return all ? 1.0f : (float)part / 255.0f; }

/* n * n is computed in 64 bits, where it cannot wrap: never negative, so n * n + 1 is not 0. */
double falling(int n) { return 1.0 / ((double)((long long)n * n) + 1.0); }
