#include "runtime/trace/setup.h"

#include "runtime/protocol/leaves.h"
#include "runtime/trace/hooks.h"
#include "runtime/trace/recorder.h"
#include "runtime/trace/shadow.h"
#include "tables/semantics.h"

#include <dlfcn.h>
#include <stdexcept>

namespace ariadne {
namespace {

const ariadne_trace_module *running; // null outside of a traced run
std::vector<Leaf> leaves;
std::vector<uint8_t> raisedBefore; // kinds of each site that were noted for concrete numbers

unsigned typeOf(Class cls) {
  switch (cls) {
  case Class::F32:
    return Type_F32;
  case Class::F64:
    return Type_F64;
  case Class::F80:
    return Type_F80;
  default:
    return bytesOf(cls) == 1   ? Type_I8
           : bytesOf(cls) == 2 ? Type_I16
           : bytesOf(cls) == 4 ? Type_I32
                               : Type_I64;
  }
}

// Exceptions that need no input to happen. They are noted once: they do not depend on anything.
template <class T> void noteConcrete(uint32_t site, T x, T y, T z, T r) {
  if (!running)
    return;
  uint32_t kinds = raisedKinds(Operation(running->site[site].operation), x, y, z, r) & ~raisedBefore[site];
  raisedBefore[site] |= uint8_t(kinds);
  for (unsigned kind = 0; kind < ARIADNE_KINDS; ++kind)
    if (kinds & 1u << kind)
      if (RawEvent *event = Trace.event())
        *event = {ARIADNE_EVENT_GUARD, 1, 0, ARIADNE_KINDS * site + kind, 0, 0, {}, 0};
}

} // namespace

const ariadne_trace_module &findTraceModule(const Spec &spec, const Library &library) {
  auto *module = static_cast<const ariadne_trace_module *>(dlsym(library.handle, ARIADNE_TRACE_MODULE));
  if (!module || module->abi != ARIADNE_ABI_VERSION)
    throw std::runtime_error(spec.library + " is not a trace variant");
  leaves = parseLeaves(spec.leaves, spec.inputSize);
  raisedBefore.assign(module->sites, 0);
  return *module;
}

void callTraced(const Library &library, const ariadne_trace_module &module, const void *input, void *output) {
  running = &module;
  for (uint32_t i = 0; i < leaves.size(); ++i) {
    const unsigned char *place = static_cast<const unsigned char *>(input) + leaves[i].offset;
    unsigned type = typeOf(leaves[i].cls);
    Bits value;
    std::memcpy(&value, place, typeBytes(type));
    uint32_t node = Trace.node(Ex_INPUT, type, i, 0, 0, 0, value);
    Shadow.write(reinterpret_cast<uintptr_t>(place), typeBytes(type), node);
  }
  library.call(input, output);
  running = nullptr;
}

} // namespace ariadne

extern "C" {
void __ariadne_trace_concrete_f32(uint32_t site, float x, float y, float z, float r) {
  ariadne::noteConcrete(site, x, y, z, r);
}
void __ariadne_trace_concrete_f64(uint32_t site, double x, double y, double z, double r) {
  ariadne::noteConcrete(site, x, y, z, r);
}
void __ariadne_trace_concrete_f80(uint32_t site, long double x, long double y, long double z, long double r) {
  ariadne::noteConcrete(site, x, y, z, r);
}
}
