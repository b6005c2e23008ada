"""Source languages: which files are read, and where an operation stands in their text."""
