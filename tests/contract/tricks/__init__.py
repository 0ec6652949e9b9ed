"""A whole card game in two files, the second example beside `tiny_game`: see CONTRIBUTING, "A card game"."""
