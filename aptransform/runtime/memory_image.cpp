#include "memory_image.h"

#include <algorithm>
#include <cstring>
#include <link.h>
#include <unistd.h>

namespace ariadne::ap {
namespace {

struct Search {
  uintptr_t base;
  std::vector<Range> writable;
};

int noteWritable(dl_phdr_info *info, size_t, void *to) {
  Search &search = *static_cast<Search *>(to);
  if (info->dlpi_addr != search.base)
    return 0;
  uintptr_t page = uintptr_t(sysconf(_SC_PAGESIZE));
  Range sealed{0, 0}; // read-only once the dynamic linker was done with it
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &header = info->dlpi_phdr[i];
    uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_GNU_RELRO)
      sealed = {begin / page * page, (begin + header.p_memsz) / page * page};
  }
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD || !(header.p_flags & PF_W))
      continue;
    uintptr_t begin = info->dlpi_addr + header.p_vaddr, end = begin + header.p_memsz;
    if (begin < std::min(end, sealed.begin))
      search.writable.push_back({begin, std::min(end, sealed.begin)});
    uintptr_t after = std::max(begin, sealed.end);
    if (after < end)
      search.writable.push_back({after, end});
  }
  return 1;
}

} // namespace

MemoryImage::MemoryImage(const Library &library) {
  Search search{library.base, {}};
  dl_iterate_phdr(noteWritable, &search);
  for (const Range &range : search.writable) {
    auto *at = reinterpret_cast<unsigned char *>(range.begin);
    parts.push_back({at, {at, at + (range.end - range.begin)}});
  }
}

void MemoryImage::restore() const {
  for (const Part &part : parts)
    if (!part.bytes.empty())
      std::memcpy(part.at, part.bytes.data(), part.bytes.size());
}

} // namespace ariadne::ap
