"""How the kinds of commands and events are written in files."""

import re


def tag(name: str) -> str:
    """``FireBroadside`` is written ``fire_broadside``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
