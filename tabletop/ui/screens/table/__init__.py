"""The table: a match being played, whatever the game."""
