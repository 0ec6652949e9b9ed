"""Hostile files by their numbers, and everything that opens them: `make fuzz`."""
