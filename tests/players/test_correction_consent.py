"""C-9: the computer gives its word where its side loses nothing, or all lies again as it did."""

from collections.abc import Sequence

import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import resources
from tabletop.core.errors import Refused
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.players.correction_consent import explain_consent

SIDES = ("british", "allied")
OWN, OTHER = "B1", "F1"
"""Keys of a ship of each of them."""


@pytest.fixture(scope="module")
def match() -> Match:
    path = resources.find_scenario("ships_of_the_line", "duel_of_two_74s")
    return Match.new(MatchSetup(find_game("ships_of_the_line"), path.read_text(encoding="utf-8"), path.name, "4"))


def proposed(match: Match, key: str, computers: Sequence[str] = ("allied",), **otherwise: object) -> str:
    """What the computer says to that, and does where it agrees."""
    one = next(one for one in match.game.correctables(match.state, "british") if one.key == key)
    values = {name: otherwise.get(name, asked.value) for name, asked in one.fields.items()}
    order = one.build_command(values, SIDES)
    seats = [seat for seat in match.game.seats(match.state) if seat.id in computers]
    why = explain_consent(match, order, one, values, seats)
    match.submit(order, why)
    return why


def test_c_9_the_computer_agrees_to_what_costs_it_nothing_and_to_what_lies_again_as_it_did(match: Match) -> None:
    assert proposed(match, OWN, heading=75, hull=15) == "The computer loses nothing by it."
    assert proposed(match, OWN, heading=70, hull=16) == "It restores the earlier position."
    assert proposed(match, OWN, computers=(), hull=15) == ""
    match.undo_by_agreement()


@pytest.mark.parametrize(
    ("key", "otherwise", "cost"),
    [
        (OWN, {"east": -3.0}, "East"),
        (OTHER, {"hull": 15}, "Hull points: 15"),
        (OTHER, {"port": "no"}, "Guns to port: empty"),
        (OTHER, {"fatigue": 1}, "Fatigue: 1"),
    ],
)
def test_c_9_the_computer_declines_what_would_be_to_its_loss_and_says_what(match, key, otherwise, cost) -> None:
    before = len(match.trace)
    with pytest.raises(Refused) as refused:
        proposed(match, key, **otherwise)
    assert refused.value.reason.endswith("does not agree.") and cost in refused.value.by
    assert len(match.trace) == before
