"""What holds in a house in which `fog_bank.py` lies among the rule modules; run by `test_a_new_module.py`."""

import sys
import tempfile
from pathlib import Path
from random import Random

from tabletop.games.ships_of_the_line.chapters.optional.fog_bank import SIGHT

from tabletop.core import resources
from tabletop.core.match import Match, MatchSetup
from tabletop.core.verify import verify
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired
from tabletop.players import casual
from tools import promises

BANK = "fog: [[-40, -40], [40, -40], [40, 40], [-40, 40]]\n"
NAME = "dumanoirs_choice"


def fight(fog: bool) -> list[float]:
    """Play a random battle that keeps every promise and verifies; return how far its broadsides were fired, UM."""
    text = resources.find_scenario("ships_of_the_line", NAME).read_text(encoding="utf-8") + BANK
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "battle.jsonl")
        match = Match.new(MatchSetup(GAME, text, f"{NAME}.yaml", "fog", {"fog_bank": fog}), path)
        for _ in casual.play(match, Random(1), 600):
            promises.check_promises(match.game, match.moves[-1].before, match.moves[-1].after)
        assert verify(path) is None
        events = [event for move in match.moves for event in move.events]
    return [event.distance for event in events if isinstance(event, BroadsideFired)]


def main() -> None:
    """Fight with the fog and without."""
    in_fog, clear = fight(True), fight(False)
    assert in_fog
    assert max(in_fog) <= SIGHT < max(clear)
    assert GAME.schema()["properties"]["fog"]["description"] == "Corners of the bank, UM."
    scenario = GAME.read(resources.find_scenario("ships_of_the_line", NAME).read_text(encoding="utf-8"), NAME)
    assert "fog_bank" not in scenario.opening.options, "records name it only if somebody switches it"
    assert {one.id: one.options["fog_bank"] for one in GAME.presets(scenario)}["everything"] is False


if __name__ == "__main__":
    sys.exit(main())
