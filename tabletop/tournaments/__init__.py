"""Tournaments: hundreds of matches between computer players, their results, and statistics of them."""
