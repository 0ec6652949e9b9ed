"""The card game of two ships at its table: whole games by mouse and by keyboard alone, and what the table shows."""

from collections.abc import Callable
from random import Random
from typing import Any

import pygame
import pytest

from tabletop.core.game import find_game
from tabletop.games.ship_duel.commands import Choice
from tabletop.games.ship_duel.events import AttackMade
from tabletop.games.ship_duel.model import SIDES
from tabletop.games.ship_duel.tables import describe_card
from tabletop.players import casual
from tabletop.ui.boards.ship_duel import choice, ship_model
from tabletop.ui.boards.ship_duel.sea import SEA, SeaWidget
from tabletop.ui.boards.ship_duel.ship_model import ShipLook
from tabletop.ui.boards.ship_duel.table import DuelTable
from tabletop.ui.motion import MOTION
from tabletop.ui.screen import Push
from tabletop.ui.screens.result import ResultPage
from tests.ship_duel.kit import duel
from tests.ship_duel.test_rules import wounded
from tests.short_games import short
from tests.ui.card_players import CardPlayers, from_scenario
from tests.ui.fitting import layout_problems

GAME = find_game("ship_duel")
SIZE = (1280, 720)


@pytest.fixture(autouse=True)
def _pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "full")


def duellists(seed: str = "1", computer: tuple[str, ...] = (), **window: Any) -> CardPlayers:
    """A duel in light airs from its beginning; `window` is its size and scale."""
    return CardPlayers(from_scenario("ship_duel", "light_airs", seed, computer), **window)


def by_keys(players: CardPlayers, command: Any) -> None:
    """Number keys, and for every other choice the arrows and Enter."""
    hand = players.table.hand(players.table.own)
    for card in command.cards:
        if len(command.cards) % 2:
            players.press(str(hand.index(card) + 1))
            continue
        while players.table.tableau.cursor != card:
            players.press("Right")
        players.press("Enter")
    players.press("Space")


def by_mouse(players: CardPlayers, command: Any) -> None:
    """Clicks, and for every other choice cards are dragged onto the sea."""
    for card in command.cards:
        if len(command.cards) % 2:
            players.click(f"card.{card}")
        else:
            players.drag(f"card.{card}", SEA)
    players.click("primary")


@pytest.mark.parametrize(
    ("choose", "ready", "primary"),
    [
        (by_keys, lambda players: players.press("Space"), lambda players: players.press("Space")),
        (by_mouse, lambda players: players.click("ready"), lambda players: players.click("primary")),
    ],
    ids=["keyboard", "mouse"],
)
def test_a_whole_game_is_played_from_the_deal_to_the_report(
    choose: Callable[[CardPlayers, Any], None],
    ready: Callable[[CardPlayers], None],
    primary: Callable[[CardPlayers], None],
) -> None:
    players, curtains = duellists("3"), 0
    primary(players)
    assert players.match.state.turn == 1
    fancy = short(players.match)
    while players.match.state.outcome is None:
        if players.screen.seats.waiting:
            curtains += 1
            ready(players)
        players.settle()
        command = casual.choose(GAME, players.match.state, fancy)
        assert isinstance(command, Choice)
        assert players.table.viewer == command.side
        choose(players, command)
        assert players.match.moves[-1].command.cards == command.cards
        assert players.screen.toast is None or players.screen.toast.rule == ""
    assert curtains > 10
    players.wait(2000)
    primary(players)
    assert isinstance(players.left, Push)
    assert isinstance(players.left.screen, ResultPage)


def at_table(state: Any, side: str) -> DuelTable:
    table = DuelTable(GAME.view(state, ""))
    table.set_viewer(side)
    table.show(GAME.view(state, side))
    return table


def seated(state: Any, side: str, **window: Any) -> CardPlayers:
    """Somebody before a duel that is under way."""
    return duellists(**window).look_at(state, side)


def test_slc_6_a_card_that_cannot_join_the_choice_is_grey_and_says_why() -> None:
    players = seated(duel("NSb", "W"), "port")
    for number, rule in (("3", "SLC-6"), ("1", ""), ("2", "SLC-6")):
        players.press(number)
        assert (players.screen.toast.rule if players.screen.toast else "") == rule
        players.screen.hush()
    assert [players.match.state.deck[card] for card in players.table.tableau.selected] == ["north_wind"]
    south = players.table.hand("port")[1]
    assert "opposites" in players.screen.find(f"card.{south}").tip.body
    players.press("Esc")
    assert players.table.tableau.selected == ()


def test_slc_8_what_a_broadside_would_do_is_told_while_it_is_chosen() -> None:
    state = wounded(duel("gggb", "", "fire", asked=("port",)), "starboard", crew=5)
    players = seated(state, "port")
    for number in "123":
        players.press(number)
    assert "3 grape shot: crew 5 to 2" in players.words()
    assert players.screen.find("track.starboard.crew").pencilled == 3
    assert players.table.primary_action().label == "Fire 3 grape shot"


def test_a_choice_laid_on_the_sea_is_taken_back_into_the_hand() -> None:
    players = seated(duel("NE", "W"), "port")
    card = players.table.hand("port")[0]
    players.drag(f"card.{card}", SEA)
    assert players.table.tableau.selected == (card,)
    players.drag(f"card.{card}", "hand")
    assert players.table.tableau.selected == ()


def test_c_6_nobody_sees_what_the_other_side_has_chosen() -> None:
    state = duel("NN", "S", chosen={"port": ("north_wind_1", "north_wind_2")})
    winds = at_table(state, "starboard").build_middle()
    assert isinstance(winds, SeaWidget)
    assert (winds.winds.port, winds.winds.starboard) == ((), ())
    own = at_table(state, "port").build_middle()
    assert isinstance(own, SeaWidget)
    assert own.winds.port == ("north_wind", "north_wind")


def test_c_6_winds_that_are_not_shown_yet_are_a_question_and_not_none() -> None:
    state = duel("NN", "S", chosen={"port": ("north_wind_1", "north_wind_2")})
    assert at_table(state, "starboard").build_middle().text.startswith("? winds to 0.")
    assert at_table(state, "port").build_middle().text.startswith("2 winds to ?.")
    assert at_table(state, "").build_middle().text.startswith("? winds to ?.")


def test_slc_8_whoever_may_not_fire_is_not_reckoned_with() -> None:
    alone = duel("gg", "cc", "fire", asked=("port",))
    told = choice.build_chances(alone, "port", ())
    assert [(section.title, section.lines) for section in told] == [("Hercule may not fire", ())]
    (both,) = choice.build_chances(duel("gg", "cc", "fire"), "port", ())
    assert both.title == "Hercule could take"


@pytest.mark.parametrize("size", [SIZE, (1920, 1080), (800, 600)])
@pytest.mark.parametrize("phase", ["reload", "sail", "fire", "retire"])
def test_every_phase_can_be_looked_at_by_everybody(phase: str, size: tuple[int, int]) -> None:
    for looks in (*SIDES, ""):
        players = seated(duel("NSEWbcg", "NSEWbcg", phase), looks, size=size)
        assert "Mars" in players.words()


def test_slc_2_a_ship_loses_planks_masts_and_people_point_by_point() -> None:
    for model, steps in (("frigate", 8), ("brig", 6), ("two_decker_74", 8)):  # a brig has but two masts
        for stat in ("hull", "rigging", "crew"):
            pictures = set()
            for left in range(8):
                shares = {"hull": 1.0, "rigging": 1.0, "crew": 1.0, stat: left / 7}
                drawn = ship_model.draw_ship(ShipLook(model, "french", **shares), 1.0, 14, "port_quarter").surface
                pictures.add(pygame.image.tobytes(drawn, "RGBA"))
            assert len(pictures) >= steps, (model, stat)


def test_slc_8_damage_in_words_matches_the_rules() -> None:
    state = wounded(duel("bbb", "", "fire", asked=("port",)), "starboard", hull=2)
    assert choice.preview_hit(state, "port", state.cards.hands["port"]) == ("hull", 2, "3 cannon balls: hull 2 to 0")
    mixed = duel("bc", "", "fire", asked=("port",))
    assert choice.preview_hit(mixed, "port", mixed.cards.hands["port"]) is None


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("phase", "hand"), [("sail", "NNNEEEE"), ("fire", "gggbbcc")])
@pytest.mark.parametrize("scale", [75, 100, 200])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (2560, 1440)])
def test_nothing_is_clipped_or_covered(size: tuple[int, int], scale: int, phase: str, hand: str) -> None:
    state = duel(hand, "NSEWbcg", phase, winds={"port": ("north_wind",) * 5, "starboard": ("west_wind",) * 3})
    players = seated(state, "port", size=size, scale=scale)
    for number in "123":
        players.press(number)
    players.screen.hush()
    assert layout_problems(players.screen) == []


def test_a_step_of_the_scale_shows_ships_scaled_and_draws_them_only_when_nothing_else_is_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole, drawn = ship_model._draw_picture, list[float]()

    def counted(seen: ShipLook, zoom: float, *rest: Any) -> pygame.Surface:
        drawn.append(zoom)
        return whole(seen, zoom, *rest)

    monkeypatch.setattr(ship_model, "_draw_picture", counted)
    players = seated(duel("NE", "W"), "port", size=(1920, 1080), scale=150)
    before = drawn[-1]
    drawn.clear()
    players.resize((1920, 1080), 100)
    players.wait(50)
    coarse = pygame.image.tobytes(players.surface, "RGB")
    assert drawn == []
    players.wait(1000)
    assert len(drawn) == 2
    assert min(drawn) > before
    assert pygame.image.tobytes(players.surface, "RGB") != coarse


def test_ships_that_the_log_speaks_of_are_ringed() -> None:
    players = seated(duel("NE", "W"), "port")
    before = pygame.image.tobytes(players.surface, "RGB")
    event = AttackMade(
        side="port", target="starboard", cards=("cannon_balls_1",), kind="cannon_balls", stat="hull", damage=1,
        before=7, after=6,
    )  # fmt: skip
    assert players.table.pieces_of(event) == ("port", "starboard")
    assert [players.table.label_of(side).name for side in players.table.pieces_of(event)] == ["Mars", "Hercule"]
    players.table.highlight_pieces(players.table.pieces_of(event))
    players.wait(50)
    assert pygame.image.tobytes(players.surface, "RGB") != before
    players.table.highlight_pieces(())
    players.wait(50)
    assert pygame.image.tobytes(players.surface, "RGB") == before


def test_slc_8_what_was_fired_lies_upon_the_ship_that_it_hit_before_it_is_discarded() -> None:
    players = seated(duel("NE", "W"), "port")
    cards = tuple(players.table.hand("port")[:2])
    event = AttackMade(
        side="port", target="starboard", cards=cards, kind="cannon_balls", stat="hull", damage=2, before=7, after=5
    )
    flown = players.table.build_flights(players.table.view, [event], players.table.view)
    assert [(one.start, one.end) for one in flown] == [
        *((f"card.{card}", f"hit.starboard.{number}") for number, card in enumerate(cards)),
        *(
            way
            for number in range(2)
            for way in (
                (f"hit.starboard.{number}", f"hit.starboard.{number}"),
                (f"hit.starboard.{number}", "discards"),
            )
        ),
    ]
    assert {f"hit.starboard.{number}" for number in range(7)} <= set(players.table.tableau.rects)
    left = {one.delay for one in flown if one.end == "discards"}
    assert len(left) == 1 and left.pop() >= 1000 + max(one.delay + one.duration for one in flown[:2])


def test_one_person_plays_against_the_computer_and_sees_only_the_own_hand() -> None:
    players, fancy = duellists("8", computer=("starboard",)), Random(8)
    players.press("Space")
    for _ in range(400):
        if players.match.state.outcome is not None:
            break
        players.wait(300)
        assert players.table.viewer == "port"
        assert "?" not in players.table.hand("port")
        assert set(players.table.hand("starboard")) <= {"?"}
        if players.table.choosing:
            players.settle()
            by_keys(players, casual.choose(GAME, players.match.view("port"), fancy))
    assert players.match.state.outcome is not None


def test_a_sealed_choice_is_taken_back_and_made_otherwise() -> None:
    players = duellists("4")
    for key in ("Space", "Space"):
        players.settle()
        players.press(key)
    players.settle()
    players.press("1")
    players.press("Space")
    assert players.screen.seats.waiting == "starboard"
    players.press("Ctrl+Z")
    assert players.match.state.chosen == {}
    assert players.screen.seats.waiting == "port"
    players.press("Space")
    players.settle()
    assert players.table.tableau.selected == ()
    players.press("2")
    players.press("Space")
    assert players.match.state.chosen["port"] == players.match.state.cards.hands["port"][1:2]


def test_the_words_of_winds_and_chances_say_what_is_counted() -> None:
    assert describe_card("north_wind") == "Adds 1 wind. Cannot be played with South."
    match = CardPlayers(from_scenario("ship_duel", seed="4"))
    match.press("Space")
    match.screen.look_as("port")
    match.screen.rebuild()
    assert "At least one in 4 cards" in match.words()
    match.press("Space")
    match.screen.look_as(None)
    match.screen.rebuild()
    match.settle()
    match.press("Space")
    match.settle()
    assert "at least 1 wind" in match.words()
    assert "more than none" not in match.words()
