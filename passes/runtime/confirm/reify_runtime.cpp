// For whoever links a reified program without ariadne-run: its first exception is named on stderr and ends
// the process. Linked into C programs too, so nothing here may need the C++ library.
#include "runtime/confirm/hooks.h"

#include <stdio.h>
#include <stdlib.h>

namespace {

constexpr int ExitCode = 70;

struct Operation {
  const char *name;
  int operands;
};

const Operation Operations[] = {
#define OPERATION(NAME, ARITY, ...) {#NAME, ARITY},
#include "tables/operations.def"
};

int operandsOf(const ariadne_site &site) {
  constexpr uint32_t count = sizeof Operations / sizeof *Operations;
  return site.operation < count ? Operations[site.operation].operands : 2;
}

const char *nameOf(uint32_t kind) {
  switch (kind) {
#define KIND(NAME, TEXT, LABEL, ...)                                                                         \
  case ARIADNE_##NAME:                                                                                       \
    return LABEL;
#include "tables/kinds.def"
  default:
    return "exception";
  }
}

void print(const char *name, float v) { fprintf(stderr, "%s%.9g (%a)", name, double(v), double(v)); }
void print(const char *name, double v) { fprintf(stderr, "%s%.17g (%a)", name, v, v); }
void print(const char *name, long double v) { fprintf(stderr, "%s%.21Lg (%La)", name, v, v); }

template <class T> [[noreturn]] void stop(const ariadne_site *site, uint32_t kind, T a, T b, T r) {
  fflush(stdout); // what the program has said so far comes before
  fprintf(stderr, "%s:%u:%u: %s in %s (%s): ", site->file, site->line, site->column, nameOf(kind),
          site->operation_name, site->function);
  print("a = ", a);
  if (operandsOf(*site) > 1)
    print(", b = ", b);
  print(", result ", r);
  fputc('\n', stderr);
  exit(ExitCode);
}

} // namespace

extern "C" {
void __ariadne_raise_f32(const ariadne_site *site, uint32_t kind, float a, float b, float r) {
  stop(site, kind, a, b, r);
}
void __ariadne_raise_f64(const ariadne_site *site, uint32_t kind, double a, double b, double r) {
  stop(site, kind, a, b, r);
}
void __ariadne_raise_f80(const ariadne_site *site, uint32_t kind, long double a, long double b,
                         long double r) {
  stop(site, kind, a, b, r);
}
}

// This library is one file, and nobody links it when it is built. So the compiler tells of a hook that is
// declared and not defined: an alias must have something that it stands for.
#define ARIADNE_DEFINED(NAME)                                                                                \
  [[gnu::alias("__ariadne_" #NAME), gnu::used]] static decltype(__ariadne_##NAME) defined_##NAME;
#define HOOK(RESULT, NAME, PARAMETERS) ARIADNE_DEFINED(NAME)
#define FLOAT_HOOK(RESULT, NAME, PARAMETERS)                                                                 \
  ARIADNE_DEFINED(NAME##_f32) ARIADNE_DEFINED(NAME##_f64) ARIADNE_DEFINED(NAME##_f80)
#include "tables/hooks/reify.def"
