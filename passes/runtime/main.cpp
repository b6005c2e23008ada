// ariadne-run MODE SPEC: runs one function of an analysed program. Prints JSON, one object a line.
#include "runtime/confirm/record.h"
#include "runtime/confirm/trap.h"
#include "runtime/protocol/report.h"
#include "runtime/protocol/spec.h"
#include "runtime/sandbox/child.h"
#include "runtime/search/distances.h"
#include "runtime/search/search.h"
#include "runtime/timing.h"
#include "runtime/trace/server.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <unistd.h>

using namespace ariadne;

static constexpr int Failed = 3;

static int run(const std::string &mode, const std::string &path) {
  closeForgotten();
  int questions = mode == "distances" || mode == "trace" ? dup(STDIN_FILENO) : -1;
  openReport();
  prepareParent();
  Spec spec = readSpec(path);
  if (mode == "search")
    return search_main(spec);
  if (mode == "trap")
    return runTraps(spec);
  if (mode == "distances")
    return runDistances(spec, questions);
  if (mode == "trace")
    return runTraces(spec, questions);
  if (mode == "time")
    return runTiming(spec);
  return runRecord(spec, mode == "stop");
}

int main(int argc, char **argv) {
  std::string mode = argc == 3 ? argv[1] : "";
  constexpr std::string_view Modes[] = {"search", "trap", "record", "stop", "time", "distances", "trace"};
  if (std::find(std::begin(Modes), std::end(Modes), mode) == std::end(Modes)) {
    std::fputs("ariadne-run: usage: ariadne-run search|trap|record|stop|time|distances|trace SPEC\n", stderr);
    return Failed;
  }
  try {
    _exit(run(mode, argv[2])); // not by exit(): destructors of the analysed program would run
  } catch (const std::exception &problem) {
    std::fprintf(stderr, "ariadne-run: %s\n", problem.what());
    return Failed;
  }
}
