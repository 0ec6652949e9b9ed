"""A match gone through again: its course in lanes, the table at any place of it, and the way on from there."""
