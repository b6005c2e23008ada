// Which expressions the bytes of memory hold.
#pragma once

#include "runtime/trace/recorder.h"

#include <cstring>
#include <vector>

namespace ariadne {

// Byte i of an expression is node << 4 | i; 0 is concrete. In pages that come into being when something
// symbolic is stored in them.
class ShadowMemory {
public:
  using Cell = uint32_t;
  static constexpr uint32_t MaxNode = uint32_t(1) << 28;

  void clear();
  bool empty() const { return pages.empty(); }

  void write(uintptr_t address, unsigned bytes, uint32_t node);
  void read(uintptr_t address, unsigned bytes, Cell *cells);
  void copy(uintptr_t to, uintptr_t from, size_t bytes);
  void fill(uintptr_t address, size_t bytes, Cell cell);
  bool anySymbolic(uintptr_t address, size_t bytes);

private:
  static constexpr unsigned PageBits = 8;
  static constexpr size_t PageBytes = size_t(1) << PageBits;
  struct Page {
    uintptr_t number;
    Cell cell[PageBytes];
  };

  Page *find(uintptr_t number); // null if nothing was ever stored there
  Page &make(uintptr_t number);
  Cell *at(uintptr_t address) {
    Page *page = find(address >> PageBits);
    return page ? &page->cell[address & (PageBytes - 1)] : nullptr;
  }

  std::vector<Page *> pages, spare;
  std::vector<Page *> table; // open addressing
  Page *last = nullptr;
};

extern ShadowMemory Shadow;

} // namespace ariadne
