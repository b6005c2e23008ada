"""Exact solvers: floats as SMT-LIB means them."""
