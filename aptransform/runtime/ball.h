// Values as Arb's balls: midpoint and rigorous radius, at the precision of the run.
#pragma once

#include "value.h"

namespace ariadne::ap {

void setArb(arb_t out, const Value &v, slong precision); // an enclosure; exact for dyadic numbers
Value keepBall(const arb_t ball);                        // asks for more precision if it is not finite
Value toBall(const Value &v);

Value addBalls(const Value &a, const Value &b);
Value multiplyBalls(const Value &a, const Value &b);
Value divideBalls(const Value &a, const Value &b);
Value scaleBall(const Value &a, int64_t exponent);
Order signOfBall(const Value &a);
Order compareBalls(const Value &a, const Value &b);
// For operands that a ball cannot tell the sign or the order of: the result needs neither.
Value magnitudeOfBall(const Value &a);
Value extremeOfBalls(const Value &a, const Value &b, bool largest);

// An arf to an exact value.
Value fromArf(const arf_t x);

} // namespace ariadne::ap
