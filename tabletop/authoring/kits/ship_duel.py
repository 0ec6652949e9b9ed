"""Ships of the Line, the card game: a scenario cannot do without its two ships."""

from tabletop.authoring.kit import Kit


class DuelKit(Kit):
    """Nothing has a place here."""

    minimal_text = "\nships:\n  port: {name: Mars, nation: britain}\n  starboard: {name: Hercule, nation: france}\n"


KIT = DuelKit
