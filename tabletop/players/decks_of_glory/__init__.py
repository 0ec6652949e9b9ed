"""The computer players of Decks of Glory."""
