"""make bench: measures what the README says about speed, and fails when it is not so.

Ratios and rivals are measured in one run, because times on a shared machine are noisy.
"""

from __future__ import annotations

import sys

from benchmarks import calls, chance, exact, pairs, projections, queries, rivals, solving, traces
from benchmarks.programs import STERBENZ

MAX_OVERHEAD_SECONDS = 3.0


def main() -> int:
    failures = _calls() + traces.run() + _races() + _overhead() + exact.run() + queries.run()
    failures += projections.run() + rivals.run() + solving.run() + chance.run()
    for failure in failures:
        print(f"FAILED: {failure}")
    print("all as the README says" if not failures else f"{len(failures)} not as the README says")
    return 1 if failures else 0


def _calls() -> list[str]:
    costs, rate = calls.measure()
    print("A probe run beside the plain call (clang -O2), Bessel function of 23 operations:")
    for name, cost in costs.items():
        times = f"plain {cost.plain_ns:6.1f} ns  probe {cost.probe_ns:6.1f} ns"
        print(f"  {name:17} {times}  ratio {cost.ratio:.1f}")
    print(f"  the search makes {rate:,.0f} runs a second on one core\n")
    failures = []
    if costs["ordinary numbers"].ratio > calls.MAX_RATIO:
        failures.append(f"a probe run costs more than {calls.MAX_RATIO} plain calls")
    if rate < calls.MIN_RUNS_PER_SECOND:
        failures.append(f"the search makes fewer than {calls.MIN_RUNS_PER_SECOND:,} runs a second")
    return failures


def _races() -> list[str]:
    print(f"Pairs (operation, kind) confirmed in {pairs.MAX_SECONDS:g} s, and seconds to the last one:")
    print(f"  {'function':25} {'can be':>6}  {'search':>14}  {'random sampling':>16}")
    failures = []
    for race in pairs.measure():
        columns = [
            f"{len(found):3} in {max(found.values(), default=0):5.2f} s"
            for found in (race.ours, race.sampling)
        ]
        print(f"  {race.function:25} {len(race.triggerable):6}  {columns[0]:>14}  {columns[1]:>16}")
        missed, extra = race.triggerable - set(race.ours), set(race.ours) - race.triggerable
        if not race.complete:
            failures.append(f"{race.function}: missed {sorted(missed)}, more than can be {sorted(extra)}")
    print()
    return failures


def _overhead() -> list[str]:
    seconds = pairs.whole_command(STERBENZ, budget=10.0)
    print(f"ariadne analyze of a file of 20 lines: {seconds:.2f} s beyond the searches\n")
    return (
        [f"more than {MAX_OVERHEAD_SECONDS:g} s beyond the searches"]
        if seconds > MAX_OVERHEAD_SECONDS
        else []
    )


if __name__ == "__main__":
    sys.exit(main())
