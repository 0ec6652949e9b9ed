"""Volley on the card table: melds that build up, the defence window, and the troops of both armies."""
