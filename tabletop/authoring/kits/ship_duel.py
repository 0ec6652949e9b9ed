"""The kit of Ships of the Line, the card game."""

from tabletop.authoring.kit import Kit


class DuelKit(Kit):
    """A kit without places; a new scenario gets two ships."""

    minimal_text = "\nships:\n  port: {name: Mars, nation: britain}\n  starboard: {name: Hercule, nation: france}\n"


KIT = DuelKit
