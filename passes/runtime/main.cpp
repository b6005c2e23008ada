// ariadne-run MODE SPEC: runs one function of an analysed program. Prints JSON, one object a line.
#include "child.h"
#include "record.h"
#include "report.h"
#include "search.h"
#include "spec.h"
#include "timing.h"
#include "trap.h"

#include <cstdio>
#include <exception>
#include <string>
#include <unistd.h>

using namespace ariadne;

static constexpr int Failed = 3;

static int run(const std::string &mode, const std::string &path) {
  openReport();
  prepareParent();
  Spec spec = readSpec(path);
  if (mode == "search")
    return search_main(spec);
  if (mode == "trap")
    return runTraps(spec);
  if (mode == "time")
    return runTiming(spec);
  return runRecord(spec, mode == "stop");
}

int main(int argc, char **argv) {
  std::string mode = argc == 3 ? argv[1] : "";
  if (mode != "search" && mode != "trap" && mode != "record" && mode != "stop" && mode != "time") {
    std::fputs("ariadne-run: usage: ariadne-run search|trap|record|stop|time SPEC\n", stderr);
    return Failed;
  }
  try {
    _exit(run(mode, argv[2])); // not by exit(): destructors of the analysed program would run
  } catch (const std::exception &problem) {
    std::fprintf(stderr, "ariadne-run: %s\n", problem.what());
    return Failed;
  }
}
