"""Hostile files by their numbers, and the parts of the program that open them: `make fuzz`."""
