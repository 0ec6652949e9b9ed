"""The Admiral's Table: age-of-sail tabletop games with every rule enforced."""

__version__ = "0.9.0"
