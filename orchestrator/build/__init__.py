"""From source files to variants of one module, and what the passes tell of it."""
