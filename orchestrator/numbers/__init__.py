"""Numbers: formats of floats, bytes and text of scalars, exact dyadic numbers."""
