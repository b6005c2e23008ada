"""GSL as a project: how its source is obtained, and what is expected of it. No code of GSL is in here."""
