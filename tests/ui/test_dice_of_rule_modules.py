"""The dice that rule modules roll lie in the tray with what came of them, and open in the log to their sums."""

from typing import Any

import pytest

from tabletop.core.events import Event
from tabletop.games.ships_of_the_line.chapters.optional.dumanoir import ChoiceRolled
from tabletop.games.ships_of_the_line.chapters.optional.friendly_fire import RallyRolled
from tabletop.games.ships_of_the_line.chapters.optional.line_breaking import MoraleRolled
from tabletop.games.ships_of_the_line.chapters.optional.nailing import NailingRolled
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.ship import Hesitation
from tabletop.games.ships_of_the_line.tables import Modifier
from tabletop.ui.boards.ships_of_the_line import accounts
from tabletop.ui.boards.ships_of_the_line.ship_names import list_plate_marks
from tests.ships_of_the_line.kit import battle, ship

SUM: dict[str, Any] = {"ship": "S1", "die": 4, "modifiers": (Modifier("die", "", 4), Modifier("Álava", "−2", 2))}


def at_sea(**fields: Any) -> State:
    return battle(ship("S1", 0, 0, 90, card_name="Santa Ana", **fields), ship("B1", 9, 9, 90))


ROLLS: tuple[tuple[Event, str, str, str], ...] = (
    (MoraleRolled(strength=4, stands=True, **SUM), "Stands", "", "flees from 4"),
    (MoraleRolled(strength=2, stands=False, **SUM), "Flees", "flees", "flees from 2"),
    (NailingRolled(needed=2, success=True, **SUM), "Colours nailed", "nailed", "2 or less"),
    (NailingRolled(needed=1, success=False, **SUM), "The crew refuses", "", "1 or less"),
    (RallyRolled(needed=2, success=True, **SUM), "Takes up arms again", "rallies", "2 or less"),
    (ChoiceRolled(result="waits", **SUM), "Still undecided", "", ""),
    (ChoiceRolled(result="joins", **SUM), "Joins the battle", "joins", ""),
)


@pytest.mark.parametrize(("event", "result", "word", "note"), ROLLS)
def test_amb_145_each_roll_says_what_came_of_it_and_how_it_was_counted(
    event: Event, result: str, word: str, note: str
) -> None:
    shown = accounts.build_dice(at_sea(), event)
    assert shown is not None
    assert (shown.title, shown.result, shown.dice, shown.note) == ("Santa Ana", result, ((4, word),), note)
    assert ("Álava", "−2, makes 2") in accounts.build_account(at_sea(), event).lines


def test_sotl_t_r1_undecided_ships_bear_a_question_mark_on_their_plates() -> None:
    assert "undecided" in [name for name, _ in list_plate_marks(at_sea(hesitation=Hesitation()), "S1")]
    assert "undecided" not in [name for name, _ in list_plate_marks(at_sea(), "S1")]
