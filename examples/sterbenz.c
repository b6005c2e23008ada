/* The average of two numbers, after P. Sterbenz, "Floating-Point Computation" (1974). The four formulas are the same
   over the reals; `average` chooses among them so that nothing overflows. */

double av1(double x, double y) { return (x + y) / 2.0; }

double av2(double x, double y) { return x / 2.0 + y / 2.0; }

double av3(double x, double y) { return x + (y - x) / 2.0; }

double av4(double x, double y) { return y + (x - y) / 2.0; }

double average(double x, double y) {
  int samesign;
  if (x >= 0)
    samesign = y >= 0;
  else
    samesign = y < 0;
  if (!samesign)
    return av1(x, y);
  return y >= x ? av3(x, y) : av4(x, y);
}
