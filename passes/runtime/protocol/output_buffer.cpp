#include "runtime/protocol/output_buffer.h"

#include <cstring>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace ariadne {

constexpr size_t Guard = size_t(16) << 20; // reserved addresses, no memory

OutputBuffer::OutputBuffer(size_t size) {
  size_t page = size_t(sysconf(_SC_PAGESIZE));
  mapped = (size + page) / page * page;
  size_t slack = page, all = mapped + 2 * slack + 2 * Guard;
  auto fail = [&](bool failed) {
    if (failed)
      throw std::runtime_error("no memory for an output of " + std::to_string(size) + " bytes");
  };
  void *reserved = mmap(nullptr, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  fail(reserved == MAP_FAILED);
  char *open = static_cast<char *>(reserved) + Guard;
  fail(mprotect(open, mapped + 2 * slack, PROT_READ | PROT_WRITE) != 0);
  data = open + slack;
  fail(mmap(data, mapped, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != data);
}

void OutputBuffer::clear() { std::memset(data, 0, mapped); }

} // namespace ariadne
