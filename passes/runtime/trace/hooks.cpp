// What the code of the trace variant calls. None of this computes in floating point or changes errno: the
// program must not notice.
#include "runtime/trace/hooks.h"
#include "runtime/trace/memory.h"
#include "runtime/trace/recorder.h"
#include "runtime/trace/shadow.h"

#include <algorithm>
#include <malloc.h>

using namespace ariadne;

namespace {

// The fields of a step (abi.h).
struct Step {
  uint64_t word;
  unsigned op() const { return word & 255; }
  unsigned type() const { return word >> 8 & 15; }
  unsigned operandType(unsigned i) const { return word >> (12 + 4 * i) & 15; }
  unsigned aux() const { return word >> 24 & 255; }
  uint32_t site() const { return uint32_t(word >> 32); }
};

[[gnu::always_inline]] inline uint32_t operand(uint32_t id, unsigned type, Bits value) {
  return id ? id : Trace.constant(type, value);
}

void logSite(uint32_t site, uint32_t node, const uint32_t (&operands)[3] = {0, 0, 0}) {
  if (RawEvent *event = Trace.event())
    *event = {SiteEvent, 0, 0, site, node, 0, {operands[0], operands[1], operands[2]}, 0};
}

[[gnu::always_inline]] inline uint32_t finish(Step step, uint32_t a, uint32_t b, uint32_t c, Bits result) {
  uint32_t node = Trace.node(step.op(), step.type(), step.aux(), a, b, c, result);
  if (step.site())
    logSite(step.site() - 1, node);
  return node;
}

// What is no operation at all: truth values joined with known ones, and C's way to test them (x != 0 where x
// is a truth value that was widened). True if `node` is the answer.
[[gnu::always_inline]] inline bool simplify(Step step, uint32_t a, uint32_t b, Bits va, Bits vb, Bits result,
                                            uint32_t &node) {
  if (step.type() == Type_I1 && (!a || !b) && (step.op() == Ex_AND || step.op() == Ex_OR)) {
    bool known = (a ? vb : va).lo & 1;
    node = known == (step.op() == Ex_AND) ? a | b : 0;
    return true;
  }
  constexpr unsigned Equal = 32, NotEqual = 33; // LLVM's numbers
  if (step.op() == Ex_ICMP && a && !b && vb == Bits{} && (step.aux() == Equal || step.aux() == NotEqual)) {
    const ExpressionNode &widened = Trace[a];
    if (widened.op != Ex_ZEXT || Trace[widened.a].type != Type_I1)
      return false;
    node = widened.a;
    if (step.aux() == Equal)
      node = Trace.node(Ex_XOR, Type_I1, 0, node, Trace.constant(Type_I1, {1}), 0, result);
    return true;
  }
  return false;
}

uint32_t record(Step step, const uint32_t (&ids)[3], const Bits (&values)[3], Bits result) {
  unsigned operands = ExpressionOperands[step.op()];
  uint32_t node;
  if (operands == 2 && simplify(step, ids[0], ids[1], values[0], values[1], result, node))
    return node;
  uint32_t made[3] = {0, 0, 0};
  for (unsigned i = 0; i < operands; ++i)
    made[i] = operand(ids[i], step.operandType(i), values[i]);
  return finish(step, made[0], made[1], made[2], result);
}

void logConcrete(uint32_t instruction, unsigned why, uint32_t condition, bool truth, uint32_t value) {
  if (RawEvent *event = Trace.event())
    *event = {ARIADNE_EVENT_CONCRETISED, truth, uint16_t(why), instruction, condition, value, {}, 0};
}

ariadne_trace_varargs varargs; // of the call that is being made

} // namespace

extern "C" {

// ---- Operations; called when an operand is symbolic ----

uint32_t __ariadne_trace_1(uint64_t step, uint32_t a, uint64_t result) {
  return finish({step}, a, 0, 0, {result});
}

uint32_t __ariadne_trace_2(uint64_t step, uint32_t a, uint32_t b, uint64_t va, uint64_t vb, uint64_t result) {
  Step s{step};
  uint32_t node;
  if ((!a || !b) && simplify(s, a, b, {va}, {vb}, {result}, node))
    return node;
  a = operand(a, s.operandType(0), {va});
  b = operand(b, s.operandType(1), {vb});
  return finish(s, a, b, 0, {result});
}

// Of three operands, or of values that take more than 64 bits: operands and result, low bits first.
uint32_t __ariadne_trace_wide(uint64_t step, uint32_t a, uint32_t b, uint32_t c, const uint64_t *v) {
  return record({step}, {a, b, c}, {{v[0], v[1]}, {v[2], v[3]}, {v[4], v[5]}}, {v[6], v[7]});
}

// An operation of the table whose result has no expression, or one of several steps.
void __ariadne_trace_site(uint64_t step, uint32_t a, uint32_t b, uint32_t c, uint32_t result,
                          const uint64_t *v) {
  Step s{step};
  uint32_t operands[3] = {a, b, c};
  for (unsigned i = 0; i < 3; ++i)
    if (s.operandType(i))
      operands[i] = operand(operands[i], s.operandType(i), {v[2 * i], v[2 * i + 1]});
  if (!result && s.type())
    result = Trace.constant(s.type(), {v[6], v[7]});
  logSite(s.site() - 1, result, operands);
}

// ---- What happens ----

void __ariadne_trace_branch(uint32_t number, uint32_t truth, uint32_t node) {
  if (RawEvent *event = Trace.event())
    *event = {ARIADNE_EVENT_BRANCH, uint8_t(truth), 0, number, node, 0, {}, 0};
}

// A value that has to be known: from here on the run's own value is meant.
void __ariadne_trace_concretise(uint32_t instruction, uint32_t why, uint32_t node) {
  const ExpressionNode &made = Trace[node];
  Bits value{made.lo, made.hi};
  if (made.type == Type_I1) {
    logConcrete(instruction, why, node, value.lo & 1, node);
    return;
  }
  unsigned type = made.type;
  uint32_t compared = node;
  if (isFloatType(type)) {
    type = type == Type_F32 ? Type_I32 : Type_I64;
    if (made.type == Type_F80) { // no comparison of all its bits
      logConcrete(instruction, why, 0, true, 0);
      return;
    }
    compared = Trace.node(Ex_BITCAST, type, 0, node, 0, 0, value);
  }
  constexpr unsigned Equal = 32;
  uint32_t condition = Trace.node(Ex_ICMP, Type_I1, Equal, compared, Trace.constant(type, value), 0, {1});
  logConcrete(instruction, why, condition, true, node);
}

void __ariadne_trace_lost(uint32_t instruction, uint32_t why) { logConcrete(instruction, why, 0, true, 0); }

// ---- Memory ----

uint32_t __ariadne_trace_load(const void *address, uint32_t type, uint64_t lo, uint64_t hi,
                              uint32_t instruction) {
  if (Shadow.empty())
    return 0;
  Loaded loaded = loadExpression(reinterpret_cast<uintptr_t>(address), type, {lo, hi});
  if (loaded.problem == Loaded::Stale)
    Shadow.fill(reinterpret_cast<uintptr_t>(address), typeBytes(type), 0);
  if (loaded.problem != Loaded::None)
    logConcrete(instruction, loaded.problem == Loaded::Stale ? ARIADNE_WHY_EXTERNAL : ARIADNE_WHY_OPERATION,
                0, true, 0);
  return loaded.node;
}

void __ariadne_trace_store(const void *address, uint32_t bytes, uint32_t node) {
  if (node || !Shadow.empty())
    Shadow.write(reinterpret_cast<uintptr_t>(address), bytes, node);
}

void __ariadne_trace_copy(const void *to, const void *from, uint64_t bytes) {
  Shadow.copy(reinterpret_cast<uintptr_t>(to), reinterpret_cast<uintptr_t>(from), bytes);
}

// memset with the low byte of a value.
void __ariadne_trace_fill(const void *to, uint32_t node, uint64_t bytes) {
  Shadow.fill(reinterpret_cast<uintptr_t>(to), bytes, node << 4);
}

// A block that realloc moved: its expressions go with it. The old one is gone, its addresses are still good.
void __ariadne_trace_moved(const void *to, const void *from, uint64_t bytes) {
  if (to && to != from)
    Shadow.copy(reinterpret_cast<uintptr_t>(to), reinterpret_cast<uintptr_t>(from), bytes);
}

uint64_t __ariadne_trace_block_size(void *block) { return block ? malloc_usable_size(block) : 0; }

// Could somebody who gets this pointer read something symbolic? Looks at what is near it.
uint32_t __ariadne_trace_reaches(const void *address, uint64_t bytes) {
  return Shadow.anySymbolic(reinterpret_cast<uintptr_t>(address), bytes);
}

uint32_t __ariadne_trace_any() { return Trace.size() > 1; }

// ---- Arguments behind `...` ----

void __ariadne_trace_varargs(uint32_t stack) {
  varargs.count = 0;
  varargs.stack = stack;
}

void __ariadne_trace_vararg(uint32_t area, uint32_t offset, uint32_t type, uint32_t node) {
  if (varargs.count < ARIADNE_TRACE_VARARGS)
    varargs.argument[varargs.count++] = {area, offset, type, node};
  else
    logConcrete(0, ARIADNE_WHY_OPERATION, 0, true, 0);
}

// The called function keeps them before it calls others.
void __ariadne_trace_keep_varargs(ariadne_trace_varargs *kept, uint32_t expected) {
  kept->count = expected ? varargs.count : 0;
  kept->stack = expected ? varargs.stack : 0;
  std::copy_n(varargs.argument, kept->count, kept->argument);
}

// The machine has stored the arguments where va_arg looks for them.
void __ariadne_trace_va_start(const void *list, const ariadne_trace_varargs *kept) {
  struct VaList {
    uint32_t gp, fp;
    uintptr_t stack, saved;
  };
  constexpr size_t SavedBytes = 6 * 8 + 8 * 16;
  const VaList &va = *static_cast<const VaList *>(list);
  Shadow.fill(reinterpret_cast<uintptr_t>(list), sizeof va, 0);
  Shadow.fill(va.saved, SavedBytes, 0);
  Shadow.fill(va.stack, kept->stack, 0);
  for (uint32_t i = 0; i < kept->count; ++i) {
    const ariadne_trace_vararg &argument = kept->argument[i];
    Shadow.write((argument.area ? va.stack : va.saved) + argument.offset, typeBytes(argument.type),
                 argument.node);
  }
}
}
