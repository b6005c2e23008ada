"""Ariadne: finds, confirms and explains floating-point exceptions."""

# The only place where the version is written: pyproject.toml reads it from here.
__version__ = "0.1.0"
