"""glibc's functions and the rows of the table, called in bulk: a C++ program made of functions.toml and
compiled with the very headers that the runtimes use."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from orchestrator.core.functions import FUNCTIONS, LibraryFunction, c_name
from orchestrator.core.places import built
from orchestrator.native import toolchain

ROOT = Path(__file__).resolve().parents[2]
TYPES = {"f32": "float", "f64": "double", "f80": "long double"}
SLOT = 16  # bytes of a number in the files

RESULT = np.dtype([("value", "V16"), ("row", "u1"), ("flags", "u1"), ("errno", "<i2"), ("pad", "V12")])


@dataclass(frozen=True)
class Called:
    """What happened on each input: the result's bytes, kinds by the row, by the flags, and errno."""

    rows: NDArray[np.void]

    def value(self, index: int) -> bytes:
        return bytes(self.rows["value"][index])


class Driver:
    def __init__(
        self, folder: Path, functions: tuple[LibraryFunction, ...] = tuple(FUNCTIONS.values())
    ) -> None:
        self.folder = folder
        self._program = folder / "driver"
        self._functions = [each for each in functions if each.library and each.result != "void"]
        source = folder / "driver.cpp"
        source.write_text(_source(self._functions))
        generated = Path(built("generated"))
        subprocess.run(
            [
                toolchain.tool("clang++"),
                "-std=c++20",
                "-O1",
                "-ffp-contract=off",
                "-frounding-math",
                "-fno-builtin",
            ]
            + [
                f"-I{generated}",
                f"-I{ROOT}",
                f"-I{ROOT / 'passes'}",
                str(source),
                "-o",
                str(self._program),
                "-lm",
            ],
            check=True,
        )

    def call(
        self, function: LibraryFunction, cls: str, inputs: list[tuple[bytes, ...]], orders: list[int]
    ) -> Called:
        """Call the function on inputs of up to three numbers each; `orders` are the integer operands."""
        return self._run("call", function, cls, inputs, orders)

    def row(
        self, function: LibraryFunction, cls: str, inputs: list[tuple[bytes, ...]], results: list[bytes]
    ) -> Called:
        """What the row says of these operands and results."""
        return self._run(
            "row", function, cls, [(*given, b"")[:4] for given in inputs], [0] * len(inputs), results
        )

    def _run(
        self,
        mode: str,
        function: LibraryFunction,
        cls: str,
        inputs: list[tuple[bytes, ...]],
        orders: list[int],
        results: list[bytes] | None = None,
    ) -> Called:
        given = b"".join(
            b"".join(_padded(number) for number in (*operands, b"", b"")[:3])
            + _padded(results[index] if results else b"")
            + order.to_bytes(8, "little", signed=True)
            for index, (operands, order) in enumerate(zip(inputs, orders, strict=True))
        )
        path = self.folder / "inputs"
        path.write_bytes(given)
        out = self.folder / "outputs"
        name = f"{function.name}:{cls}"
        subprocess.run([str(self._program), mode, name, str(path), str(out)], check=True)
        return Called(np.fromfile(out, dtype=RESULT))


def _padded(number: bytes) -> bytes:
    return number.ljust(SLOT, b"\0")


def _source(functions: list[LibraryFunction]) -> str:
    cases = []
    for each in functions:
        for cls, type_ in TYPES.items():
            cases.append(_case(each, cls, type_))
    return _FRAME.replace("CASES", "\n".join(cases))


def _case(each: LibraryFunction, cls: str, type_: str) -> str:
    numbers = iter(("x", "y", "z"))
    arguments = []
    for parameter in each.parameters:
        match parameter:
            case "T":
                arguments.append(next(numbers))
            case "int" | "long":
                arguments.append(f"({parameter})n")
            case "long double":
                arguments.append("(long double)y")
            case "int *":
                arguments.append("&whole")
            case _:
                arguments.append("&part")
    call = f"::{c_name(each.name, cls)}({', '.join(arguments)})"
    row = f"raisedKinds<T>(Op_{each.name}, x, y, z, r)" if each.conditions else "0"
    if each.conditions and each.result in ("long", "long long", "int"):
        row = f"raisedKinds<T>(Op_{each.name}, x, belowInt64<T>(), T(0x1p63L - 0.5L), T(0))"
    return f"""  if (name == "{each.name}:{cls}") {{
    using T = {type_};
    return everywhere<T>(mode == "call", in, out, [](T x, T y, T z, long n) -> T {{
      [[maybe_unused]] int whole;
      [[maybe_unused]] T part;
      return T({call});
    }}, [](T x, T y, T z, T r) -> unsigned {{
      (void)x, (void)y, (void)z, (void)r;
      return {row};
    }});
  }}"""


_FRAME = """#include "tables/semantics.h"
#include <cerrno>
#include <cfenv>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>
#include <math.h>
using namespace ariadne;

struct Given { unsigned char x[16], y[16], z[16], r[16]; int64_t n; };
struct Result { unsigned char value[16]; uint8_t row, flags; int16_t error; unsigned char pad[12]; };

template <class T> T belowInt64() {
  using L = std::numeric_limits<T>;
  return L::digits >= 64 ? T(-0x1p63) - 1 : T(-0x1p63) * (1 + L::epsilon());
}
template <class T> T read(const unsigned char *bytes) {
  T v;
  memcpy(&v, bytes, sizeof(T));
  return v;
}

template <class T, class Call, class Row>
int everywhere(bool calling, const std::vector<Given> &in, std::vector<Result> &out, Call call, Row row) {
  for (const Given &each : in) {
    T x = read<T>(each.x), y = read<T>(each.y), z = read<T>(each.z), r = read<T>(each.r);
    Result result{};
    if (calling) {
      feclearexcept(FE_ALL_EXCEPT);
      errno = 0;
      r = call(x, y, z, long(each.n));
      int raised = fetestexcept(FE_ALL_EXCEPT);
      result.error = int16_t(errno);
      result.flags = uint8_t(bool(raised & FE_OVERFLOW) | bool(raised & FE_UNDERFLOW) << 1 |
                             bool(raised & FE_DIVBYZERO) << 2 | bool(raised & FE_INVALID) << 3);
    }
    memcpy(result.value, &r, sizeof(T) == 16 ? 10 : sizeof(T));
    result.row = uint8_t(row(x, y, z, r));
    out.push_back(result);
  }
  return 0;
}

using Inputs = std::vector<Given>;
int find(const std::string &mode, const std::string &name, const Inputs &in, std::vector<Result> &out) {
CASES
  return 1;
}

int main(int, char **arguments) {
  std::ifstream file(arguments[3], std::ios::binary);
  std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  std::vector<Given> in(bytes.size() / sizeof(Given));
  for (size_t i = 0; i < in.size(); ++i) memcpy(&in[i], &bytes[i * 72], 72);
  std::vector<Result> out;
  if (find(arguments[1], arguments[2], in, out)) return fprintf(stderr, "no function %s\\n", arguments[2]), 2;
  std::ofstream to(arguments[4], std::ios::binary);
  to.write(reinterpret_cast<char *>(out.data()), long(out.size() * sizeof(Result)));
}
"""
