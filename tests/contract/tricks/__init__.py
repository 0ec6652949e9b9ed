"""A whole card game in two modules, with the other files that a game owes: see docs/adding-a-game.md."""
