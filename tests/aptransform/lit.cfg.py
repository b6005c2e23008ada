# ruff: noqa: F821 (`config` and `lit_config` are given by lit)
"""As in tests/passes, for the pass of this folder."""

from pathlib import Path

here = Path(__file__).resolve().parent
lit_config.load_config(config, str(here.parent / "passes" / "lit.cfg.py"))
config.name = "Ariadne ap"
config.test_source_root = str(here)
