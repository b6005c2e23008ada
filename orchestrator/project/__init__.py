"""A project as its ariadne.toml or compile database describes it; nothing is compiled here."""
