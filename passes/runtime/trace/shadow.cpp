#include "runtime/trace/shadow.h"

#include <algorithm>
#include <cerrno>

namespace ariadne {

ShadowMemory Shadow;

static size_t slotOf(uintptr_t number, size_t slots) {
  return (number * 0x9e3779b97f4a7c15 >> 32) & (slots - 1);
}

void ShadowMemory::clear() {
  if (pages.empty())
    return;
  spare.insert(spare.end(), pages.begin(), pages.end());
  pages.clear();
  std::fill(table.begin(), table.end(), nullptr);
  last = nullptr;
}

ShadowMemory::Page *ShadowMemory::find(uintptr_t number) {
  if (last && last->number == number)
    return last;
  if (pages.empty())
    return nullptr;
  for (size_t slot = slotOf(number, table.size()); table[slot]; slot = (slot + 1) & (table.size() - 1))
    if (table[slot]->number == number)
      return last = table[slot];
  return nullptr;
}

ShadowMemory::Page &ShadowMemory::make(uintptr_t number) {
  if (Page *page = find(number))
    return *page;
  int error = errno; // the program's own
  if (4 * (pages.size() + 1) > table.size()) {
    table.assign(std::max<size_t>(64, 4 * table.size()), nullptr);
    for (Page *page : pages) {
      size_t slot = slotOf(page->number, table.size());
      while (table[slot])
        slot = (slot + 1) & (table.size() - 1);
      table[slot] = page;
    }
  }
  Page *page;
  if (spare.empty()) {
    page = new Page;
  } else {
    page = spare.back();
    spare.pop_back();
  }
  page->number = number;
  std::memset(page->cell, 0, sizeof page->cell);
  pages.push_back(page);
  size_t slot = slotOf(number, table.size());
  while (table[slot])
    slot = (slot + 1) & (table.size() - 1);
  table[slot] = page;
  errno = error;
  return *(last = page);
}

void ShadowMemory::write(uintptr_t address, unsigned bytes, uint32_t node) {
  if (!node) {
    fill(address, bytes, 0);
    return;
  }
  Cell cell = node << 4;
  while (bytes) {
    size_t in = address & (PageBytes - 1);
    unsigned part = unsigned(std::min<size_t>(bytes, PageBytes - in));
    Cell *to = make(address >> PageBits).cell + in;
    for (unsigned i = 0; i < part; ++i)
      to[i] = cell++;
    address += part;
    bytes -= part;
  }
}

void ShadowMemory::read(uintptr_t address, unsigned bytes, Cell *cells) {
  while (bytes) {
    size_t in = address & (PageBytes - 1);
    unsigned part = unsigned(std::min<size_t>(bytes, PageBytes - in));
    if (const Cell *from = at(address))
      std::memcpy(cells, from, part * sizeof(Cell));
    else
      std::memset(cells, 0, part * sizeof(Cell));
    cells += part;
    address += part;
    bytes -= part;
  }
}

void ShadowMemory::fill(uintptr_t address, size_t bytes, Cell cell) {
  if (!cell && pages.empty())
    return;
  while (bytes) {
    size_t in = address & (PageBytes - 1);
    size_t part = std::min(bytes, PageBytes - in);
    Page *page = cell ? &make(address >> PageBits) : find(address >> PageBits);
    if (page)
      std::fill_n(page->cell + in, part, cell);
    address += part;
    bytes -= part;
  }
}

bool ShadowMemory::anySymbolic(uintptr_t address, size_t bytes) {
  while (bytes && !pages.empty()) {
    size_t in = address & (PageBytes - 1);
    size_t part = std::min(bytes, PageBytes - in);
    if (const Cell *from = at(address))
      if (std::any_of(from, from + part, [](Cell cell) { return cell != 0; }))
        return true;
    address += part;
    bytes -= part;
  }
  return false;
}

// In pieces, from the end that memmove would begin at.
void ShadowMemory::copy(uintptr_t to, uintptr_t from, size_t bytes) {
  if (pages.empty() || to == from)
    return;
  constexpr size_t Piece = 64;
  Cell cells[Piece];
  bool backwards = to > from && to < from + bytes;
  for (size_t done = 0; done < bytes;) {
    size_t part = std::min(Piece, bytes - done);
    size_t at = backwards ? bytes - done - part : done;
    read(from + at, unsigned(part), cells);
    bool symbolic = std::any_of(cells, cells + part, [](Cell cell) { return cell != 0; });
    if (!symbolic) {
      fill(to + at, part, 0);
    } else {
      for (size_t i = 0; i < part; ++i)
        make((to + at + i) >> PageBits).cell[(to + at + i) & (PageBytes - 1)] = cells[i];
    }
    done += part;
  }
}

} // namespace ariadne
