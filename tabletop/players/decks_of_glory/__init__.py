"""Who plays Decks of Glory for the computer."""
