"""Text that others wrote, made fit to be shown: what would steer a terminal or break a line is seen, not obeyed."""

import re

STEERING = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, separators of lines, marks that turn the direction of writing, and halves of characters."""


def visible(text: str) -> str:
    """The text with every steering character written as JSON escapes it: ``\\u001b`` for that of Escape."""
    return STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
