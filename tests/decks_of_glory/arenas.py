"""The scenarios that come with the game, and battles played by players without a plan."""

from pathlib import Path
from random import Random

from tabletop.core.match import Match, MatchSetup
from tabletop.games.decks_of_glory import GAME
from tabletop.players import casual

FILES = sorted((Path(__file__).parents[2] / "scenarios" / "decks_of_glory").glob("*.yaml"))

OPTIONS = ("blocking", "leave_map", "secret_fire")

LONGEST = 20_000
"""Commands after which a battle would have to be called endless."""


def begun(path: Path, seed: int) -> Match:
    """A battle in which every other one has an option set otherwise."""
    options = {name: bool(seed >> place & 1) for place, name in enumerate(OPTIONS)}
    return Match.new(MatchSetup(GAME, path.read_text(encoding="utf-8"), path.name, f"{path.stem} {seed}", options))


def played(path: Path, seed: int) -> Match:
    """A battle to its end."""
    match = begun(path, seed)
    for _ in casual.play(match, Random(seed), LONGEST):
        pass
    return match
