// Loops of all shapes, compiled twice: as they are, for the pass to bound, and with -DBY_HAND, where the
// bound is written out. Both must return the same bits and run their bodies equally often.
int limit; // of the loops that are bounded by hand
#ifdef BY_HAND
#define START(k) int k = 0
#define TOP(k, c) (k++ < limit && (c))    // while (TOP(k, c)), for (;TOP(k, c);)
#define BOTTOM(k, c) (++k < limit && (c)) // do ... while (BOTTOM(k, c))
#define FOREVER(k) for (; k++ < limit;)
#else
#define START(k) (void)0
#define TOP(k, c) (c)
#define BOTTOM(k, c) (c)
#define FOREVER(k) for (;;)
#endif

_Noreturn void abort(void);

long ran[4]; // how often the bodies ran

double sum_while(int n, double x) {
  double s = 0;
  int i = 0;
  START(k);
  while (TOP(k, i < n)) {
    ran[0]++;
    s += x / (i + 1);
    i++;
  }
  return s;
}

double sum_for(int n, double x) {
  double s = x;
  START(k);
  for (int i = 1; TOP(k, i <= n); i++) {
    ran[0]++;
    s += i;
  }
  return s;
}

double sum_do(int n, double x) {
  double s = 0;
  int i = 0;
  START(k);
  do {
    ran[0]++;
    s += x * i;
  } while (BOTTOM(k, ++i < n));
  return s;
}

// Two values that swap in the PHIs of the header: an exit that mixes old and new ones shows.
double fibonacci(int n, double x) {
  double a = 0, b = x;
  START(k);
  for (int i = 0; TOP(k, i < n); i++) {
    ran[0]++;
    double next = a + b;
    a = b;
    b = next;
  }
  return a + 1000 * b;
}

double newton(int n, double x) {
  double square = n * n + 1.0, guess = x;
  START(k);
  while (TOP(k, __builtin_fabs(guess * guess - square) > 1e-9)) {
    ran[0]++;
    guess = (guess + square / guess) / 2;
  }
  return guess;
}

double nested(int n, double x) {
  double s = 0;
  START(outer);
  for (int i = 0; TOP(outer, i < n); i++) {
    ran[0]++;
    START(inner);
    for (int j = 0; TOP(inner, j < i + 2); j++) {
      ran[1]++;
      s += x * j;
    }
    s -= 1;
  }
  return s;
}

double nested_do(int n, double x) {
  double s = x;
  int i = 0;
  START(outer);
  do {
    ran[0]++;
    START(middle);
    while (TOP(middle, s < 100.0 * i)) {
      ran[1]++;
      START(inner);
      int j = 0;
      do {
        ran[2]++;
        s += 1 + j;
      } while (BOTTOM(inner, ++j < 4));
    }
  } while (BOTTOM(outer, ++i < n));
  return s;
}

double one_after_the_other(int n, double x) {
  double s = 0;
  START(first);
  for (int i = 0; TOP(first, i < n); i++) {
    ran[0]++;
    s += x;
  }
  START(second);
  for (int i = 0; TOP(second, i < n); i += 2) {
    ran[1]++;
    s *= 0.5;
  }
  return s;
}

double several_latches(int n, double x) {
  double s = 0;
  int i = 0;
  START(k);
  while (TOP(k, i < n)) {
    ran[0]++;
    i++;
    if (i % 3 == 0)
      continue;
    s += x;
    if (i % 5 == 0)
      continue;
    ran[1]++;
    s *= 1.5;
  }
  return s;
}

double break_in_the_middle(int n, double x) {
  double s = 0;
  START(k);
  for (int i = 0; TOP(k, i < n); i++) {
    ran[0]++;
    s += x;
    if (s > 40)
      break;
    ran[1]++;
  }
  return s;
}

double return_in_the_middle(int n, double x) {
  double s = 0;
  START(k);
  for (int i = 0; TOP(k, i < n); i++) {
    ran[0]++;
    s += x;
    if (s > 40)
      return -s;
    ran[1]++;
  }
  return s;
}

double do_with_early_return(int n, double x) {
  double s = x;
  int i = 0;
  START(k);
  do {
    if (s > 40)
      return -1;
    ran[0]++;
    s += 1;
  } while (BOTTOM(k, ++i < n));
  return s;
}

double do_with_assertion(int n, double x) {
  double s = 0;
  int i = 0;
  START(k);
  do {
    if (i > 1000000)
      abort();
    ran[0]++;
    s += x;
  } while (BOTTOM(k, ++i < n));
  return s;
}

double forever_with_break(int n, double x) {
  double s = 0;
  int i = 0;
  START(k);
  FOREVER(k) {
    ran[0]++;
    s += x;
    if (++i >= n)
      break;
    ran[1]++;
  }
  return s;
}

double forever_with_assertion(int n, double x) {
  double s = 0;
  int i = 0;
  START(k);
  FOREVER(k) {
    if (i > 1000000)
      abort();
    ran[0]++;
    s += x;
    if (++i >= n)
      break;
  }
  return s;
}

double forever_with_return(int n, double x) {
  double s = 0;
  int i = 0;
  START(k);
  FOREVER(k) {
    ran[0]++;
    s += x;
    if (++i >= n)
      return s;
  }
  return s;
}

double break_of_two_loops(int n, double x) {
  double s = 0;
  START(outer);
  for (int i = 0; TOP(outer, i < n); i++) {
    ran[0]++;
    START(inner);
    for (int j = 0; TOP(inner, j < n); j++) {
      ran[1]++;
      s += x;
      if (s > 60)
        goto done;
    }
  }
done:
  return s;
}

double switch_in_loop(int n, double x) {
  double s = x;
  START(k);
  for (int i = 0; TOP(k, i < n); i++) {
    ran[0]++;
    switch (i % 5) {
    case 0:
      continue;
    case 1:
      s += 1;
      break;
    case 2:
      s *= 2;
      // fall through
    case 3:
      ran[1]++;
      break;
    default:
      if (s > 1000)
        return s;
    }
    ran[2]++;
  }
  return s;
}

double switch_as_latch(int n, double x) {
  double s = x;
  int i = 0;
  START(k);
again:
  ran[0]++;
  s += 1;
  i++;
  switch (BOTTOM(k, i < n) ? i % 4 : 9) {
  case 0:
    goto again;
  case 1:
  case 2:
    goto again;
  case 3:
    goto again;
  }
  return s;
}

double loop_by_goto(int n, double x) {
  double s = 0;
  int i = 0;
  START(k);
again:
  ran[0]++;
  s += x;
  i++;
  if (BOTTOM(k, i < n))
    goto again;
  return s;
}

static double part(int n, double x) {
  double s = 0;
  START(k);
  while (TOP(k, n-- > 0)) {
    ran[1]++;
    s += x;
  }
  return s;
}

double entered_again_by_calls(int n, double x) { return part(n, x) + part(n / 2, x) - part(3, x); }

double recursion(int n, double x) {
  double s = x;
  START(k);
  for (int i = 0; TOP(k, i < 3 && n > 0); i++) {
    ran[0]++;
    s += recursion(n / 4 - 1, x) * 0.5;
  }
  return s;
}

double loop_over_memory(int n, double x) {
  double a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  START(k);
  for (int i = 0; TOP(k, i < n); i++) {
    ran[0]++;
    a[i & 7] += x;
    a[(i + 1) & 7] -= a[i & 7];
  }
  return a[0] + 3 * a[3] + 7 * a[7];
}

double calls_between(int n, double x) {
  double s = 0;
  START(k);
  while (TOP(k, __builtin_fabs(s) < n)) {
    ran[0]++;
    s += part(2, x) + 1;
  }
  return s;
}

// ---- not written by hand: what the pass promises of them is less ----

double irreducible(int n, double x) {
  double s = x;
  int i = 0;
  if (n & 1)
    goto middle;
top:
  ran[0]++;
  s += 1;
middle:
  ran[1]++;
  s *= 0.75;
  if (++i < n)
    goto top;
  return s;
}

// Two loops that jump into each other.
double tangled(int n, double x) {
  double s = x;
  int i = 0;
  if (n & 1)
    goto right;
left:
  ran[0]++;
  s += 1;
  if (++i >= n)
    return s;
  if (i % 3 == 0)
    goto left;
right:
  ran[1]++;
  s *= 0.5;
  if (++i >= n)
    return -s;
  if (i % 4 == 0)
    goto right;
  goto left;
}

// A switch that jumps into the middle of a loop, as Duff's device does.
double duff(int n, double x) {
  double s = x;
  int rounds = (n + 3) / 4;
  switch (n & 3) {
  case 0:
    do {
      ran[0]++;
      s += 1;
    case 3:
      ran[1]++;
      s *= 0.5;
    case 2:
      ran[2]++;
      s += 2;
    case 1:
      ran[3]++;
      s -= 3;
    } while (--rounds > 0);
  }
  return s;
}

double computed_goto(int n, double x) {
  static void *const next[] = {&&add, &&halve, &&done};
  double s = x;
  int i = 0;
add:
  ran[0]++;
  s += 1;
  goto *next[++i >= n ? 2 : i % 2];
halve:
  ran[1]++;
  s *= 0.5;
  goto *next[++i >= n ? 2 : i % 2];
done:
  return s;
}

double without_exit(int n, double x) {
  for (;;) {
    ran[0]++;
    x += n;
  }
}

double without_exit_outside(int n, double x) {
  if (n > 0)
    for (;;) {
      ran[0]++;
      for (int i = 0; i < 2; i++)
        ran[1]++;
    }
  return 7;
}
