// Code that takes all it can get.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// dies: endless or SIGABRT if x < -1e300
double allocates(double x) {
  if (x < -1e300)
    for (;;) {
      char *block = malloc(1 << 20);
      if (!block)
        abort();
      memset(block, 1, 1 << 20);
    }
  return x * x; // overflow
}

// dies: endless if x < -1e300
double allocates_untouched(double x) {
  void *volatile block;
  if (x < -1e300)
    for (;;)
      block = malloc((size_t)1 << 40);
  return x * x; // overflow
}

double leaks_little(double x) {
  volatile char *block = malloc(100);
  if (!block)
    abort();
  block[0] = 1;
  return x * x; // overflow
}

// So much that a process is soon full: that is the search's doing, not the program's.
double leaks_much(double x) {
  volatile char *block = malloc(1 << 20);
  if (!block)
    abort();
  block[0] = 1;
  return x * x; // overflow
}

double leaks_maps(double x) {
  void *block = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED)
    return 0;
  return x * x; // overflow
}

double leaks_files(double x) {
  int fd = open("/dev/null", O_RDONLY);
  if (fd < 0)
    return 0;
  return x * x; // overflow
}

static char table[200 << 20];

double large_table(double x) {
  table[(unsigned)(x > 0 ? 77 : 78) << 20] = 1;
  return x * x; // overflow
}
