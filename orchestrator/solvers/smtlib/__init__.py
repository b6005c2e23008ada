"""SMT-LIB 2: queries as files that other solvers read, and files as queries."""

from orchestrator.solvers.smtlib.script import Declared, Script, read
from orchestrator.solvers.smtlib.write import write

__all__ = ["Declared", "Script", "read", "write"]
