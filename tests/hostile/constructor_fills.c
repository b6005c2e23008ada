// A program whose initialisers do what initialisers are for: no harm in that.
static double table[100];

__attribute__((constructor)) static void start(void) {
  for (int i = 0; i < 100; i++)
    table[i] = i > 50 ? i * 0.5 : i / 3.0;
}

double square(double x) {
  if (table[60] != 30)
    return 0;
  return x * x; // overflow
}
