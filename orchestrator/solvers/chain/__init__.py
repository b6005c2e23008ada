"""The chain of solvers: their order, splitting, cache, counting."""
