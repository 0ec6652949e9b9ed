"""Synthesis of every sound of the program from numbers, the same each time; see docs/sounds.md."""
