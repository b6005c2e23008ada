"""Solvers over the reals, and the paper's own algorithm."""
