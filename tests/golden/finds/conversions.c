/* Conversions to integers of every width and both signs.

   gain: #0 x * 127 overflows and underflows; #1 to 8 bits: invalid from 128 on.
   ticks: #0 s * 1e9 overflows, and underflows for s < 2e-317; #1 to 64 unsigned bits: invalid for -1 and 2^64.
   half: #0 halving underflows for subnormal numbers; #1 to 16 unsigned bits: invalid.
   index: guarded from below, not from above: #0 invalid from 2^31 on.
   wide: #0 to 64 signed bits: invalid from 2^63 on. */

signed char gain(float x) { return (signed char)(x * 127.0f); }

unsigned long long ticks(double s) { return (unsigned long long)(s * 1e9); }

unsigned short half(double x) { return (unsigned short)(x * 0.5); }

int index(float x) {
  if (x < 0)
    return 0;
  return (int)x;
}

long wide(float x) { return (long)x; }
