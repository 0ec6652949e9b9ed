"""Shapes on a plane in table units: poses, hulls, fields of fire, sweeps; no game words, no window."""
