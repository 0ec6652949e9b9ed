"""The rules of a duel, one file a phase."""
