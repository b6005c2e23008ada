// Code that calls what nobody has written.
double nobody_wrote_this(double x);
extern double nobody_defined_this;

// dies: nobody_wrote_this if x < 0
double calls_undefined(double x) {
  if (x < 0)
    return nobody_wrote_this(x);
  return x * x; // overflow
}

double calls_nothing(double x) {
  return x * x; // overflow
}
