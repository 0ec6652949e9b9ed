"""The table of Ships of the Line, the card game."""
