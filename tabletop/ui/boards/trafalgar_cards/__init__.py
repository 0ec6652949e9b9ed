"""Trafalgar, the card game, on the card table."""
