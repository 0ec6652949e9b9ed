"""Decks of Glory on the screen: the hex map, its panels, and what the title shows of it."""
