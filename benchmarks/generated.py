"""Programs whose division by zero needs an input that chance does not hit, varied by a seed.

The numbers are drawn, then the condition is computed from a solution in the same arithmetic (Python's floats
are doubles), so that there always is one. Every program is a function `f` with a single such division.
"""

from __future__ import annotations

import random
from collections.abc import Callable

Make = Callable[[random.Random], str]


def _double(value: float) -> str:
    return value.hex()


def _number(rng: random.Random) -> float:
    """Of a plain size, with all its bits."""
    return rng.choice((-1, 1)) * rng.uniform(1.0, 1e4)


def chain(rng: random.Random) -> str:
    """An equality through several operations."""
    x, a, b, c = (_number(rng) for _ in range(4))
    wanted = (x * a + b) / 4.0 - c
    return f"""double f(double x) {{
  double y = (x * {_double(a)} + {_double(b)}) / 4.0 - {_double(c)};
  return 1.0 / (y - {_double(wanted)});
}}"""


def product(rng: random.Random) -> str:
    """A product of two inputs, and one of them."""
    x, y = float(rng.randrange(3, 1 << 20)), _number(rng)
    return f"""double f(double x, double y) {{
  if (x * y == {_double(x * y)} && x + 1.0 == {_double(x + 1.0)})
    return 1.0 / (y - {_double(y)});
  return x;
}}"""


def magic(rng: random.Random) -> str:
    """Words that must be exactly so, after some mixing."""
    n, m = rng.getrandbits(32), rng.getrandbits(32)
    a, b = rng.getrandbits(32), rng.getrandbits(32) | 1
    mixed = ((n ^ a) * b + m) % (1 << 32)
    return f"""double f(unsigned n, unsigned m, double x) {{
  if ((n ^ {a}u) * {b}u + m == {mixed}u && (m ^ n) == {m ^ n}u)
    return 1.0 / (x - x);
  return x;
}}"""


def nested(rng: random.Random) -> str:
    """Conditions one inside the other, each narrow."""
    x = _number(rng)
    k = rng.randrange(1 << 10, 1 << 30)
    y = x * 2.0 + 1.0
    return f"""double f(double x, double y, int n) {{
  if (x > {_double(x - abs(x) * 2.0**-40)}) {{
    if (x < {_double(x + abs(x) * 2.0**-40)}) {{
      if (n == {k}) {{
        if (y == x * 2.0 + 1.0)
          return n / (y - {_double(y)});
      }}
    }}
  }}
  return 0.0;
}}"""


def mixed(rng: random.Random) -> str:
    """Integers and floats, converted both ways."""
    n = rng.randrange(1000, 1 << 20)
    fraction = rng.randrange(1, 1 << 12) / (1 << 12)
    factor = rng.randrange(3, 97)
    return f"""double f(double x, int k) {{
  if (x < 0.0 || x > 1e9)
    return 0.0;
  int n = (int)x;
  if (n == {n} && k * {factor} == n * {factor} + {factor * 7})
    return 1.0 / (x - n - {_double(fraction)});
  return x;
}}"""


def loop(rng: random.Random) -> str:
    """A zero divisor after a loop."""
    x, rounds = rng.randrange(1 << 10, 1 << 24) / (1 << 10), rng.randrange(3, 7)
    coefficients = [float(rng.randrange(-50, 50)) for _ in range(rounds)]
    total = 0.0
    for coefficient in coefficients:
        total = total / 2.0 + coefficient * x
    return f"""double f(double x) {{
  static const double c[] = {{{", ".join(map(_double, coefficients))}}};
  double s = 0.0;
  for (int i = 0; i < {rounds}; i++)
    s = s / 2.0 + c[i] * x;
  if (x > {_double(x - 2.0**-20)} && x < {_double(x + 2.0**-20)})
    return 1.0 / (s - {_double(total)});
  return s;
}}"""


def words(rng: random.Random) -> str:
    """The bits of a double, as libm sources look at them."""
    high, low = rng.randrange(0x3FF00000, 0x40F00000), rng.getrandbits(32)
    return f"""#include <string.h>
double f(double x, double y) {{
  unsigned long long bits;
  memcpy(&bits, &x, sizeof bits);
  unsigned high = bits >> 32, low = (unsigned)bits;
  if ((high & 0x7fffffffu) == {high}u && (low ^ {low}u) == 0u)
    return x / (y - y);
  return x;
}}"""


def digits(rng: random.Random) -> str:
    """A number told by its digits, one by one, and another by it: chance would guess 32 bits alone."""
    number, key = rng.randrange(10**8, 10**9), rng.getrandbits(32)
    tests = "\n".join(
        f"  if (n % 10u != {digit}u) return {count}.0;\n  n /= 10u;"
        for count, digit in enumerate(map(int, reversed(str(number))))
    )
    return f"""double f(unsigned n, unsigned m, double x) {{
  unsigned k = n ^ m;
{tests}
  return n == 0u && k == {key}u ? x / (x - x) : 9.0;
}}"""


FAMILIES: dict[str, Make] = {
    make.__name__: make for make in (chain, product, magic, nested, mixed, loop, words, digits)
}


def program(family: str, seed: int) -> str:
    return FAMILIES[family](random.Random(f"{family}/{seed}")) + "\n"
