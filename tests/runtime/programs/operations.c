// Every kind of exception, in each type, by single operations.
#include "thunk.h"

BINARY(add_f32, float, x + y)
BINARY(sub_f32, float, x - y)
BINARY(mul_f32, float, x *y)
BINARY(div_f32, float, x / y)
BINARY(add_f64, double, x + y)
BINARY(sub_f64, double, x - y)
BINARY(mul_f64, double, x *y)
BINARY(div_f64, double, x / y)
BINARY(add_f80, long double, x + y)
BINARY(sub_f80, long double, x - y)
BINARY(mul_f80, long double, x *y)
BINARY(div_f80, long double, x / y)

UNARY(f64_to_f32, float, double, (float)x)
UNARY(f80_to_f32, float, long double, (float)x)
UNARY(f80_to_f64, double, long double, (double)x)
UNARY(f32_to_int, int, float, (int)x)
UNARY(f64_to_int, int, double, (int)x)
UNARY(f80_to_int, int, long double, (int)x)
UNARY(f80_to_long, long, long double, (long)x)
