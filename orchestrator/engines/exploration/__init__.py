"""Exploration of a function's paths: traced runs, a tree of what they decided, flips that solvers decide.

paths: what one run decided. tree: what all runs decided, and what is known of the other sides.
agenda: which flip is next, by strategy. queries: a flip as a question. explorer: the loop.
conclusions: what it proves.
"""
