"""The scenario editor: a battle or a deck is laid out as on the table, and becomes a file."""
