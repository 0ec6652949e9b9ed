"""Scenarios with the advanced rules, from the title on, by a mouse on the sea, the buttons and the curtain alone."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import pygame
import pytest

from tabletop.core.match import Match
from tabletop.core.record import state_hash
from tabletop.core.verify import verify
from tabletop.ui import app as app_module
from tabletop.ui.motion import MOTION
from tabletop.ui.screens import new_game
from tabletop.ui.screens.result import ResultPage
from tests.sampling import ALL, SEED
from tests.ui import event_player
from tests.ui.event_player import at_the_title
from tests.ui.fitting import layout_problems
from tests.ui.mariner import Mariner

SMALL = ("Deck against Deck", "Beating to Windward")
LARGE = (
    "Three Admirals", "Hot Shot", "The Lame Convoy", "Dumanoir's Choice", "Gravina's Reserve", "Gravina Apart",
    "Trafalgar, before the Fleet Turned",
)  # fmt: skip
PACED, FRAME = "Deck against Deck", 200
"""What is played at the usual pace, and milliseconds from frame to frame there."""
NOBODY: Mapping[str, str] = MappingProxyType({})
ORDERS = 1500
"""Clicks within which any of these battles is over."""


@pytest.fixture
def mariner(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mariner]:
    monkeypatch.setattr(new_game, "draw_seed", lambda: str(request.param))
    monkeypatch.setattr(event_player, "Player", lambda app: Mariner(app, request.param))
    monkeypatch.setattr(MOTION, "pace", "off")
    with at_the_title(tmp_path, monkeypatch) as found:
        assert isinstance(found, Mariner)
        yield found


def laid_well(mariner: Mariner) -> None:
    """Complain of everything that is cut or covered in the step that is on the screen."""
    mariner.wrong += [f"{mariner.step()}: {told}" for told in layout_problems(mariner.screen)]


def played(mariner: Mariner, title: str, turns: int, dealt: Mapping[str, str] = NOBODY, **picked: str) -> None:
    """A scenario is begun and played for some turns; nothing goes wrong, and what is on record verifies."""
    mariner.look = lambda _: laid_well(mariner)
    mariner.begin(title, dealt, **picked)
    mariner.play(turns, ORDERS)
    match = mariner.screen.match
    assert (title, mariner.wrong) == (title, [])
    assert match.path
    assert state_hash(Match.load(match.path).state) == state_hash(match.state)
    assert verify(match.path) is None


@pytest.mark.sampled(1)
@pytest.mark.parametrize("title", SMALL)
@pytest.mark.parametrize("mariner", range(4), indirect=True)
def test_a_small_battle_by_mouse_to_its_reckoning(mariner: Mariner, title: str) -> None:
    played(mariner, title, turns=99)
    assert mariner.state.outcome
    mariner.click("primary")
    assert isinstance(mariner.screen, ResultPage)


class Spectator(Mariner):
    """Plays at the usual pace and waits for what is played, by a clock of his own.

    Attributes:
        watched: frames in which something was being played on the sea.
    """

    watched = 0

    def rest(self) -> None:
        table = getattr(self.screen, "table", None)
        for _ in range(event_player.PATIENCE):
            self.app.step()
            self.watched += table is not None and table._playback.state is not None
            if not self.app.moving and not pygame.event.peek():
                return
        pytest.fail("what is played does not come to its end")


@pytest.mark.parametrize("mariner", [1], indirect=True)
def test_a_turn_at_the_usual_pace_is_watched_by_mouse(mariner: Mariner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "full")
    monkeypatch.setattr(app_module, "LONGEST_STEP", FRAME)
    spectator = Spectator(mariner.app, 1)
    spectator.begin(PACED)
    spectator.play(1, ORDERS)
    assert (spectator.wrong, spectator.state.turn) == ([], 2)
    assert spectator.watched > 10
    match = spectator.screen.match
    assert state_hash(Match.load(match.path).state) == state_hash(match.state)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("title", LARGE)
@pytest.mark.parametrize("mariner", range(2), indirect=True)
def test_two_turns_of_a_battle_by_mouse(mariner: Mariner, title: str) -> None:
    played(mariner, title, turns=2)
    assert {phase for phase, _ in mariner.met} >= {"initiative", "combat", "movement"}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("mariner", range(2), indirect=True)
def test_amb_148_three_turns_of_the_whole_of_trafalgar_with_a_seat_set_on_the_page(mariner: Mariner) -> None:
    played(mariner, "Trafalgar, Everything", 3 if SEED == ALL else 1, british_players="2", allied_players="1")
    asked = {who for _, who in mariner.met}
    assert {"british_1", "british_2", "allied"} == {one.id for one in mariner.state.players or ()}
    assert asked == {one.name for one in mariner.state.players or ()}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("mariner", range(2), indirect=True)
def test_amb_148_six_players_at_one_screen_are_asked_by_their_names(mariner: Mariner) -> None:
    dealt = {"B14": "british_2", "F25": "allied_1"}
    played(mariner, "Three Admirals", 2, dealt, british_players="3", allied_players="3")
    assert {key: mariner.state.cards[key].player for key in dealt} == dealt
    players = {one.name: one.side for one in mariner.state.players or ()}
    assert len(players) == 6
    assert {who for _, who in mariner.met} == set(players)
