"""Runs of many functions: who is next, on which processes, what is kept."""
