/* What code linked into the analysed program can ask of the runner's traps. The wrappers of libm functions
 * do, so that a call is one event at the place of the call, whatever happens inside:
 *
 *   uint64_t state = ariadne_trap_suspend();
 *   r = __real_sin(x);
 *   ariadne_trap_resume(state, __builtin_return_address(0), kinds);
 *
 * Exported by ariadne-run; when it is not in trap mode they do nothing. Exception flags that the function
 * raised stay visible to the program, as they would be without traps. */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* No traps in this thread from here on. The result is for ariadne_trap_resume; pairs may nest. */
uint64_t ariadne_trap_suspend(void);

/* Notes an event unless `kinds` is 0, and traps again. The address of the event is that of the last byte of
 * the call instruction, return_address - 1: the return address itself may be an operation that has events of
 * its own. */
void ariadne_trap_resume(uint64_t state, void *return_address, uint32_t kinds);

#ifdef __cplusplus
}
#endif
