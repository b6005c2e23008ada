"""A solver whose Python package nobody has."""

from __future__ import annotations

import no_such_package  # type: ignore[import-not-found]

Solver = no_such_package.Solver
