"""How fast the program is, as ratios to what the same machine can do at best."""
