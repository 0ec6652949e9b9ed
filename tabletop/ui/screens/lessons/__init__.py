"""Guided battles: the table with a lesson on it, and the list of the lessons."""
