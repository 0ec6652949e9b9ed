"""How the sides are called."""

SIDE_NAMES: dict[str, str] = {"british": "British", "allied": "Combined Fleet"}

SHORT_NAMES: dict[str, str] = {"british": "British", "allied": "Combined"}
"""Beside a number."""

FLEETS: dict[str, str] = {"british": "the British fleet", "allied": "the Combined Fleet"}
"""Within a sentence."""
