"""Reports: pure functions of the model (and of the source text it points into), one format a file."""
