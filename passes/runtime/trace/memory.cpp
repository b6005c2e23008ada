#include "runtime/trace/memory.h"

#include "runtime/trace/shadow.h"

#include <algorithm>

namespace ariadne {
namespace {

using Cell = ShadowMemory::Cell;

constexpr unsigned MaxBytes = 16;

Bits part(Bits value, unsigned firstByte, unsigned bytes) {
  unsigned __int128 whole = (unsigned __int128)(value.hi) << 64 | value.lo;
  whole >>= 8 * firstByte;
  if (bytes < 16)
    whole &= ((unsigned __int128)(1) << 8 * bytes) - 1;
  return {uint64_t(whole), uint64_t(whole >> 64)};
}

unsigned integerType(unsigned bytes) {
  switch (bytes) {
  case 1:
    return Type_I8;
  case 2:
    return Type_I16;
  case 4:
    return Type_I32;
  case 8:
    return Type_I64;
  default:
    return Type_I128;
  }
}

uint32_t convert(uint32_t node, unsigned type, Bits value) {
  unsigned from = Trace[node].type;
  if (from == type)
    return node;
  if (from == Type_I1)
    node = Trace.node(Ex_ZEXT, Type_I8, 0, node, 0, 0, value);
  if (type == Type_I1)
    return Trace.node(Ex_ITRUNC, Type_I1, 0, node, 0, 0, {value.lo & 1});
  return type == Type_I8 ? node : Trace.node(Ex_BITCAST, type, 0, node, 0, 0, value);
}

// The bytes [first, first + count) of `value` as an integer.
uint32_t integer(const Cell *cells, unsigned first, unsigned count, Bits value) {
  Bits own = part(value, first, count);
  const Cell *begin = cells + first, *end = begin + count;
  if (std::all_of(begin, end, [](Cell cell) { return cell == 0; }))
    return Trace.constant(integerType(count), own);
  bool together = true;
  for (unsigned i = 1; i < count; ++i)
    together &= begin[i] == begin[0] + i;
  uint32_t node = *begin >> 4, offset = *begin & 15;
  if (together && node && offset + count <= typeBytes(Trace[node].type)) {
    unsigned type = Trace[node].type, bytes = typeBytes(type);
    Bits whole{Trace[node].lo, Trace[node].hi};
    if (type != Type_F80) // for which there is no integer of the same size
      node = convert(node, integerType(bytes), whole);
    if (bytes == count)
      return node;
    return Trace.node(Ex_EXTRACT, integerType(count), 8 * offset, node, 0, 0, own);
  }
  uint32_t low = integer(cells, first, count / 2, value);
  uint32_t high = integer(cells, first + count / 2, count / 2, value);
  return Trace.node(Ex_CONCAT, integerType(count), 0, low, high, 0, own);
}

} // namespace

Loaded loadExpression(uintptr_t address, unsigned type, Bits value) {
  Cell cells[MaxBytes];
  unsigned bytes = typeBytes(type);
  Shadow.read(address, bytes, cells);
  Cell any = 0;
  bool together = true;
  for (unsigned i = 0; i < bytes; ++i) {
    any |= cells[i];
    together &= cells[i] == cells[0] + i;
  }
  if (!any)
    return {};
  uint32_t node = cells[0] >> 4;
  if (together && !(cells[0] & 15) && typeBytes(Trace[node].type) == bytes) {
    if (Bits{Trace[node].lo, Trace[node].hi} != value)
      return {0, Loaded::Stale};
    return {convert(node, type, value)};
  }
  for (unsigned i = 0; i < bytes; ++i)
    if (cells[i]) {
      const ExpressionNode &made = Trace[cells[i] >> 4];
      if (part({made.lo, made.hi}, cells[i] & 15, 1) != part(value, i, 1))
        return {0, Loaded::Stale};
    }
  if (type == Type_F80) // no integer has its size
    return {0, Loaded::Patchwork};
  return {convert(integer(cells, 0, bytes, value), type, value)};
}

} // namespace ariadne
