#include "distance.h"

namespace ariadne {
namespace {

constexpr double Far = 0x1p100;     // nothing is known of the way
constexpr double FarAsNaN = 0x1p66; // and then the way to the infinities, where NaNs come from
constexpr unsigned MaxDepth = 400;  // of structure; what is deeper is compared as a number
constexpr unsigned MaxLifted = 4;   // choices between numbers taken apart in one comparison
constexpr uint8_t Predicates[] = {1, 6, 2, 3, 4, 5, 2, 3, 4, 5}; // of ICMP_EQ = 32 to ICMP_SLE = 41

double magnitude(double gap) { return gap < 0 ? -gap : gap; }

// To values whose relation is among those of the predicate, which differ by so much now.
double toRelation(unsigned predicate, double gap, double toNaN) {
  double best = Far;
  if (predicate & 1)
    best = std::min(best, magnitude(gap));
  if (predicate & 2)
    best = std::min(best, gap > 0 ? 0 : 1 - gap);
  if (predicate & 4)
    best = std::min(best, gap < 0 ? 0 : 1 + gap);
  if (predicate & 8)
    best = std::min(best, toNaN);
  return best;
}

Distance ofGap(unsigned predicate, double gap, double toNaN) {
  return {toRelation(predicate, gap, toNaN), toRelation(~predicate & 15, gap, toNaN),
          gap < 0   ? -1
          : gap > 0 ? 1
                    : 0};
}

double ordinalGap(float a, float b) { return double(int64_t(ordinal(a)) - int64_t(ordinal(b))); }
double ordinalGap(double a, double b) {
  int64_t x = int64_t(ordinal(a)), y = int64_t(ordinal(b)), gap;
  return __builtin_sub_overflow(x, y, &gap) ? double(x) - double(y) : double(gap);
}
double ordinalGap(long double a, long double b) { return double(ordinal(a) - ordinal(b)); }

template <class T> Distance ofFloats(unsigned predicate, T a, T b) {
  if (std::isnan(a) || std::isnan(b))
    return predicate & 8 ? Distance{0, Far, 0} : Distance{Far, 0, 0};
  double toNaN = Far;
  if (predicate & 8 || predicate == 7)
    toNaN = FarAsNaN + std::min(magnitude(ordinalGap(std::fabs(a), std::numeric_limits<T>::infinity())),
                                magnitude(ordinalGap(std::fabs(b), std::numeric_limits<T>::infinity())));
  return ofGap(predicate, ordinalGap(a, b), toNaN);
}

Distance ofIntegers(const Condition &condition, Bits a, Bits b) {
  unsigned shift = 128 - TypeBits[condition.type];
  Ordinal x = Ordinal(a << shift) >> shift, y = Ordinal(b << shift) >> shift;
  if (condition.isSigned || condition.type == Type_I128)
    return ofGap(condition.predicate, x < y ? -double(Bits(y) - Bits(x)) : double(Bits(x) - Bits(y)), Far);
  return ofGap(condition.predicate, a < b ? -double(b - a) : double(a - b), Far);
}

Distance ofBits(const Condition &condition, Bits a, Bits b) {
  Bits different = a ^ b;
  int count = __builtin_popcountll(uint64_t(different)) + __builtin_popcountll(uint64_t(different >> 64));
  return ofGap(condition.predicate, a < b ? -count : count, Far);
}

bool isBitwise(const Step &step) {
  switch (step.op) {
  case Ex_AND:
  case Ex_OR:
  case Ex_XOR:
  case Ex_SHL:
  case Ex_LSHR:
  case Ex_ASHR:
  case Ex_EXTRACT:
  case Ex_CONCAT:
    return true;
  default:
    return false;
  }
}

} // namespace

Conditions::Conditions(const Program &program) : program(program) {
  findTruths();
  for (const Literal &literal : program.literals) {
    uint32_t condition = truth(literal.value, 0);
    literals.push_back(literal.wanted ? condition : negated(condition));
  }
  distances.resize(conditions.size());
}

uint32_t Conditions::add(Condition condition) {
  conditions.push_back(condition);
  return uint32_t(conditions.size() - 1);
}

// Operands come before users, so one pass tells.
void Conditions::findTruths() {
  truths.assign(program.steps.size(), false);
  truths[0] = true;
  for (size_t i = 1; i < program.steps.size(); ++i) {
    const Step &step = program.steps[i];
    switch (step.op) {
    case Ex_CONSTANT:
      truths[i] = program.initial[i] <= 1;
      break;
    case Ex_ZEXT:
    case Ex_ITRUNC:
      truths[i] = truths[step.a];
      break;
    case Ex_AND:
    case Ex_OR:
    case Ex_XOR:
      truths[i] = truths[step.a] && truths[step.b];
      break;
    case Ex_SELECT:
      truths[i] = truths[step.b] && truths[step.c];
      break;
    default:
      break;
    }
    if (step.type == Type_I1)
      truths[i] = true;
  }
}

uint32_t Conditions::truth(uint32_t value, unsigned depth) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  const Step &step = program.steps[value];
  auto make = [&]() -> uint32_t {
    if (isConstant(value))
      return add({Condition::Constant, 0, false, program.initial[value] != 0, 0, 0, 0});
    Condition::Kind kind = step.op == Ex_AND  ? Condition::And
                           : step.op == Ex_OR ? Condition::Or
                                              : Condition::Xor;
    if (depth < MaxDepth)
      switch (step.op) {
      case Ex_FCMP:
        return compare(uint8_t(step.aux), true, step.a, step.b, depth + 1, 0);
      case Ex_ICMP:
        return compareIntegers(step, depth + 1);
      case Ex_ZEXT:
      case Ex_SEXT:
        return truth(step.a, depth + 1);
      case Ex_AND:
      case Ex_OR:
      case Ex_XOR:
        if (step.op == Ex_OR || (truths[step.a] && truths[step.b])) {
          uint32_t a = truth(step.a, depth + 1), b = truth(step.b, depth + 1);
          return add({kind, 0, false, 0, a, b, 0});
        }
        break;
      case Ex_SELECT:
        if (!isFloatType(step.type)) {
          uint32_t a = truth(step.a, depth + 1), b = truth(step.b, depth + 1), c = truth(step.c, depth + 1);
          return add({Condition::Choice, 0, false, 0, a, b, c});
        }
        break;
      case Ex_ITRUNC:
        if (truths[step.a])
          return truth(step.a, depth + 1);
        break;
      default:
        break;
      }
    return compare(6, false, value, 0, depth + 1, 0); // it is not zero
  };
  return known[value] = make();
}

uint32_t Conditions::compareIntegers(const Step &step, unsigned depth) {
  uint8_t predicate = Predicates[(step.aux - 32) % 10];
  bool equality = step.aux <= 33;
  if (equality && truths[step.a] && truths[step.b]) {
    uint32_t different = add({Condition::Xor, 0, false, 0, truth(step.a, depth), truth(step.b, depth), 0});
    return predicate == 1 ? negated(different) : different;
  }
  for (auto [value, other] : {std::pair(step.a, step.b), std::pair(step.b, step.a)})
    if (equality && isConstant(other) && program.initial[other] == 0 && program.steps[value].op != Ex_INPUT) {
      uint32_t nonzero = truth(value, depth);
      return predicate == 1 ? negated(nonzero) : nonzero;
    }
  return compare(predicate, step.aux >= 38, step.a, step.b, depth, 0);
}

// Where a choice is compared, both outcomes are looked at: c ? x : y < z is c & x < z | !c & y < z.
uint32_t Conditions::compare(uint8_t predicate, bool isSigned, uint32_t a, uint32_t b, unsigned depth,
                             unsigned lifted) {
  const Step &left = program.steps[a], &right = program.steps[b];
  if (lifted < MaxLifted && depth < MaxDepth) {
    if (left.op == Ex_SELECT) {
      uint32_t choice = truth(left.a, depth + 1);
      uint32_t yes = compare(predicate, isSigned, left.b, b, depth + 1, lifted + 1);
      return add({Condition::Choice, 0, false, 0, choice, yes,
                  compare(predicate, isSigned, left.c, b, depth + 1, lifted + 1)});
    }
    if (right.op == Ex_SELECT) {
      uint32_t choice = truth(right.a, depth + 1);
      uint32_t yes = compare(predicate, isSigned, a, right.b, depth + 1, lifted + 1);
      return add({Condition::Choice, 0, false, 0, choice, yes,
                  compare(predicate, isSigned, a, right.c, depth + 1, lifted + 1)});
    }
  }
  if (isFloatType(left.type))
    return add({Condition::Float, left.type, true, predicate, a, b, 0});
  bool bits = (predicate == 1 || predicate == 6) && (isBitwise(left) || isBitwise(right));
  return add(
      {bits ? Condition::HammingInteger : Condition::Integer, left.type, isSigned, predicate, a, b, 0});
}

std::vector<uint32_t> Conditions::comparedValues() const {
  std::vector<uint32_t> values;
  for (const Condition &condition : conditions)
    if (condition.kind >= Condition::Float && condition.kind <= Condition::HammingInteger) {
      values.push_back(condition.a);
      values.push_back(condition.b);
    }
  return values;
}

void Conditions::measure(const Bits *values, double *result) {
  for (size_t i = 0; i < conditions.size(); ++i) {
    const Condition &condition = conditions[i];
    Bits a = values[0], b = a;
    if (condition.kind >= Condition::Float && condition.kind <= Condition::HammingInteger)
      a = values[condition.a], b = values[condition.b];
    Distance &here = distances[i];
    switch (condition.kind) {
    case Condition::Constant:
      here = condition.predicate ? Distance{0, Far, 0} : Distance{Far, 0, 0};
      break;
    case Condition::Float:
      here = condition.type == Type_F64
                 ? ofFloats(condition.predicate, fromBits<double>(a), fromBits<double>(b))
             : condition.type == Type_F32
                 ? ofFloats(condition.predicate, fromBits<float>(a), fromBits<float>(b))
                 : ofFloats(condition.predicate, fromBits<long double>(a), fromBits<long double>(b));
      break;
    case Condition::Integer:
      here = ofIntegers(condition, a, b);
      break;
    case Condition::HammingInteger:
      here = ofBits(condition, a, b);
      break;
    case Condition::Not:
      here = !distances[condition.a];
      break;
    case Condition::And:
      here = distances[condition.a] & distances[condition.b];
      break;
    case Condition::Or:
      here = distances[condition.a] | distances[condition.b];
      break;
    case Condition::Xor: {
      Distance x = distances[condition.a], y = distances[condition.b];
      here = (x & !y) | ((!x) & y);
      break;
    }
    case Condition::Choice: {
      Distance choice = distances[condition.a];
      here = (choice & distances[condition.b]) | ((!choice) & distances[condition.c]);
      break;
    }
    }
  }
  for (size_t i = 0; i < literals.size(); ++i) {
    const Distance &distance = distances[literals[i]];
    result[i] = distance.side < 0 ? -distance.toTrue : distance.toTrue;
  }
}

} // namespace ariadne
