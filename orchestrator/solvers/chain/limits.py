"""The bounds of the paper's algorithm over the reals, apart from it: nobody imports it to know them."""

MAX_CONCRETIZATIONS = 40
MAX_BINDINGS = 40
