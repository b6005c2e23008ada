// Prints, and crashes where asked to, before anything is called.
#include "thunk.h"

#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void initialise(void) {
  printf("not a report\n");
#ifdef CRASH
  abort();
#endif
}

BINARY(add, double, x + y)
