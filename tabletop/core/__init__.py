"""What every game shares: no window, no geometry, no word of any one game."""
