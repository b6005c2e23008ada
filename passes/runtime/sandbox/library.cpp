#include "runtime/sandbox/library.h"

#include "runtime/sandbox/child.h"

#include <dlfcn.h>
#include <link.h>
#include <stdexcept>

namespace ariadne {
namespace {

constexpr double LoadSeconds = 5;

// All symbols at once, so that children need not each look them up again (and step through the dynamic linker
// when they single-step). A program with an undefined function that is never called still loads, the lazy
// way.
void *open(const std::string &path) {
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  return handle ? handle : dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
}

// Initialisers of the analysed program run when it is loaded, in the parent. So they first run in a child, to
// see whether they come back.
bool tryInChild(const std::string &path, const Limits &limits) {
  SharedNotes *notes = mapShared<SharedNotes>();
  Child child = startChild([&] { open(path); }, limits, notes);
  Ending ending = waitChild(child, LoadSeconds);
  if (ending.kind != Ending::Returned)
    throw std::runtime_error("loading " + path + ": its initialisers did not return: " + describe(ending));
  return notes->sandboxed;
}

void loadConfined(const std::string &path, Library &library) {
  std::string error;
  runConfined([&] {
    library.handle = open(path);
    if (!library.handle)
      error = dlerror();
    library.floats = FloatEnvironment::ofThisThread();
  });
  if (!library.handle)
    throw std::runtime_error(error);
}

int noteText(dl_phdr_info *info, size_t, void *to) {
  Library &library = *static_cast<Library *>(to);
  if (info->dlpi_addr != library.base)
    return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &header = info->dlpi_phdr[i];
    if (header.p_type == PT_LOAD && (header.p_flags & PF_X)) {
      uintptr_t begin = info->dlpi_addr + header.p_vaddr;
      library.text.push_back({begin, begin + header.p_memsz});
    }
  }
  return 1;
}

} // namespace

Library loadLibrary(const Spec &spec) {
  // Without a slash dlopen would search the system's folders.
  std::string path = spec.library.find('/') == std::string::npos ? "./" + spec.library : spec.library;
  Limits limits;
  limits.memoryMb = spec.memoryMb;
  Library library{};
  library.sandboxed = tryInChild(path, limits);
  loadConfined(path, library);
  library.initialise = reinterpret_cast<void (*)()>(dlsym(library.handle, ARIADNE_INITIALISE));
  std::string name = ARIADNE_THUNK_PREFIX + spec.symbol;
  library.call = reinterpret_cast<ariadne_thunk *>(dlsym(library.handle, name.c_str()));
  if (!library.call)
    throw std::runtime_error(spec.library + " has no '" + name + "'");
  std::string assumption = ARIADNE_ASSUME_PREFIX + spec.symbol;
  library.assume = reinterpret_cast<ariadne_assumption *>(dlsym(library.handle, assumption.c_str()));
  link_map *map = nullptr;
  dlinfo(library.handle, RTLD_DI_LINKMAP, &map);
  library.base = map->l_addr;
  dl_iterate_phdr(noteText, &library);
  return library;
}

} // namespace ariadne
