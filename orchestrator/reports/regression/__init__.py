"""Regression tests in C: each calls a function with a finding's input, and looks at the exception flags."""
