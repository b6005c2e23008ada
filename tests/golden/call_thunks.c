/* Calls thunks of a variant (passes/runtime/protocol/abi.h) on given inputs, with hooks that do nothing: what is left is what
   the instrumentation does to the results.

     call_thunks LIBRARY < jobs

   A job is a line `symbol input-size output-size inputs outputs`, the last two being files. The program exports its
   hooks (-rdynamic), so that the library finds them here. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/confirm/hooks.h"
#include "runtime/search/hooks.h"

#define HOOK __attribute__((visibility("default"))) void

HOOK __ariadne_probe_f32(uint32_t s, float x, float y, float z, float r) {}
HOOK __ariadne_probe_f64(uint32_t s, double x, double y, double z, double r) {}
HOOK __ariadne_probe_f80(uint32_t s, long double x, long double y, long double z, long double r) {}
HOOK __ariadne_compare_f64(uint32_t id, double a, double b) {}
HOOK __ariadne_compare_f80(uint32_t id, long double a, long double b) {}
HOOK __ariadne_compare_i64(uint32_t id, int64_t a, int64_t b) {}
HOOK __ariadne_out_of_fuel(void) { abort(); }
HOOK __ariadne_raise_f32(const struct ariadne_site *s, uint32_t kind, float a, float b, float r) {}
HOOK __ariadne_raise_f64(const struct ariadne_site *s, uint32_t kind, double a, double b, double r) {}
HOOK __ariadne_raise_f80(const struct ariadne_site *s, uint32_t kind, long double a, long double b, long double r) {}

/* The original's calls of libm go through wrappers that ask for these. */
uint64_t ariadne_trap_suspend(void) { return 0; }
void ariadne_trap_resume(uint64_t state, void *return_address, uint32_t kinds) {}

static void fail(const char *what) {
  fprintf(stderr, "%s\n", what);
  exit(1);
}

int main(int argc, char **argv) {
  void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
  if (!library)
    fail(dlerror());
  char symbol[256], inputs[1024], outputs[1024], thunk_name[300];
  size_t input_size, output_size;
  while (scanf("%255s %zu %zu %1023s %1023s", symbol, &input_size, &output_size, inputs, outputs) == 5) {
    snprintf(thunk_name, sizeof thunk_name, ARIADNE_THUNK_PREFIX "%s", symbol);
    ariadne_thunk *thunk = (ariadne_thunk *)dlsym(library, thunk_name);
    FILE *in = fopen(inputs, "rb"), *out = fopen(outputs, "wb");
    void *input = aligned_alloc(16, input_size + 16 & ~15ul), *output = aligned_alloc(16, output_size + 16 & ~15ul);
    if (!thunk || !in || !out || !input || !output)
      fail(symbol);
    while (fread(input, input_size, 1, in) == 1) {
      memset(output, 0xa5, output_size); /* the thunk is to clear it */
      thunk(input, output);
      fwrite(output, output_size, 1, out);
    }
    if (fclose(out))
      fail(outputs);
    fclose(in);
  }
  return 0;
}
