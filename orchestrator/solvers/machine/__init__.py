"""Solvers that compute: native evaluation, weak distance, intervals."""
