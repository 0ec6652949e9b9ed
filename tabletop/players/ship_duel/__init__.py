"""The computer players of Ships of the Line, the card game."""
