"""Symbolic expressions: the graph that a traced run leaves, and what solvers are asked about it."""
