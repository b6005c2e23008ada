"""The chain of solvers: `chain.py` puts its wrappers around each other."""
