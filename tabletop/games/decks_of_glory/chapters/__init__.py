"""The rules of a turn, one file for each part of it."""
