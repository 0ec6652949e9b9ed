"""Nothing on the screen depends on what its viewer may not know: not a pixel, not a word, not a tooltip (C-6)."""

from functools import cache
from itertools import islice
from random import Random
from zlib import crc32

import msgspec
import pygame
import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import resources
from tabletop.core.game import games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.core.match_history import MatchHistory
from tabletop.core.record import Seating
from tabletop.players import casual
from tabletop.ui.boards import game_plugins
from tabletop.ui.input import Input
from tabletop.ui.screen import Quit
from tabletop.ui.screens import local_backend
from tabletop.ui.screens.local_backend import draw_position, show_result
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.overlay import TIP_DELAY
from tests.card_games import CARD_GAMES
from tests.example import GAME as EXAMPLE
from tests.sampling import sample
from tests.secrets import NOBODY, otherwise, possible

GAMES = [*(game for game in games_by_id().values() if game.meta.secrets), EXAMPLE]
SIZE = (1280, 720)
SETTLED, STEP = 60, 50
SHORT = "keppel"
"""With this seed the game of every kind is short enough to be looked at after every command."""
LOOKS = 8
"""So many pairs of positions a test compares in a run; `make soak` compares them all."""
FEW = 24
POINTED = [(x, y) for x in range(60, SIZE[0], 230) for y in range(90, SIZE[1], 150)]

pytestmark = [
    pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id), pytest.mark.usefixtures("example"),
]  # fmt: skip


def opened(game, seed, path=None, **seating):
    file = Random(seed).choice(resources.list_scenarios(game.meta.id))
    text = file.read_text(encoding="utf-8")
    switches = game.switches(game.read(text, file.name))
    secret = {one.id: True for one in switches if one.id.startswith("secret")}
    return Match.new(MatchSetup(game, text, file.name, seed, secret, seating=Seating(**seating)), path)


def placed(match, state):
    """The match as if it had opened with another state."""
    return Match(MatchHistory(match.game, state), match.header)


def at_table(match):
    board = game_plugins.create_table(match.game.meta.id, match.view(NOBODY))
    screen = TableScreen(match, board, to_title=lambda _: Quit(), to_reckoning=show_result)
    screen.resize(SIZE, Theme())
    return screen


def looking(match, side):
    screen = at_table(match)
    screen.look_as(side)
    screen.rebuild()
    return screen


def texts(screen):
    """Every word that the widgets say, and how they say it."""
    said = []
    for layer in screen.layers:
        for widget in layer.walk():
            shown = {name: value for name, value in vars(widget).items() if not name.startswith("_")}
            words = {name: value for name, value in shown.items() if isinstance(value, str | bool | int)}
            said.append((type(widget).__name__, widget.id, str(widget.tip), tuple(widget.rect), sorted(words.items())))
    return [str(one) for one in said]


def frame(screen):
    """What is to be seen, to the last pixel, in few bytes: some tests compare dozens of frames at once."""
    surface = _paper()
    surface.fill(0)
    screen.draw(surface)
    return crc32(surface.get_view("0"))


@cache
def _paper():
    """One surface for all frames: to be given so much memory anew takes longer than to draw on it."""
    return pygame.Surface(SIZE)


def everything(screen):
    """What is to be seen and read, also under the pointer, once everything has come to rest."""
    for _ in range(SETTLED):
        screen.update(STEP)
    seen = [frame(screen), texts(screen)]
    for at in POINTED:
        screen.handle(Input("moved", at))
        for _ in range(10):
            screen.update(STEP)
        seen.append(vars(screen.tooltip.says) if hasattr(screen.tooltip, "says") else None)
    return [*seen, frame(screen)]


def glance(screen, number=0):
    """The same in short: at rest, and under the pointer at a few of the places, others each time."""
    while screen.playing:
        screen.update(STEP)
    screen.update(STEP)
    seen = [frame(screen), texts(screen)]
    for at in POINTED[number % FEW :: FEW]:
        screen.handle(Input("moved", at))
        screen.update(TIP_DELAY + STEP)
        seen.append(vars(screen.tooltip.says) if hasattr(screen.tooltip, "says") else None)
    return [*seen, frame(screen)]


def moments(game, seeds=("anson", "hawke"), every=9, commands=60):
    """Matches that stand where games stood on their way, each with a chance of its own for what is changed in it."""
    for seed in seeds:
        match = opened(game, seed)
        for number, _ in enumerate(casual.play(match, Random(seed), commands)):
            if number % every == 0:
                yield placed(match, match.state), Random(f"{seed} {number}")


def pairs(game, **ways):
    """Each two positions on the way of a game that a viewer cannot tell apart, with that viewer."""
    for match, fancy in moments(game, **ways):
        for side in (*(side.id for side in game.meta.sides), NOBODY):
            other = otherwise(game, match.state, side, fancy)
            if other != match.state:
                yield side, match, placed(match, other)


def looks(game, several):
    """Some of these, others each run."""
    return sample(several, LOOKS, f"looks at {game.meta.id}")


def test_c_6_two_positions_that_a_viewer_cannot_tell_apart_look_the_same(game):
    several = list(pairs(game))
    assert several
    for side, one, other in looks(game, several):
        assert everything(looking(one, side)) == everything(looking(other, side))


def test_c_6_after_every_command_of_a_whole_game_no_side_is_shown_what_it_may_not_know(game):
    several = list(pairs(game, seeds=(SHORT,), every=1, commands=400))
    assert len(several) >= len(list(moments(game, seeds=(SHORT,), every=1, commands=400))) > 15
    for number, (side, one, other) in enumerate(looks(game, several)):
        assert glance(looking(one, side), number) == glance(looking(other, side), number), (number, side)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("seed", ["rodney", "saumarez", "cornwallis", "duncan"])
def test_c_6_the_same_in_other_scenarios(game, seed):
    several = list(pairs(game, seeds=(seed,), every=17, commands=160))
    for number, (side, one, other) in enumerate(looks(game, several)):
        assert glance(looking(one, side), number) == glance(looking(other, side), number), (number, side)


def test_c_6_the_curtain_shows_nothing_of_the_table(game):
    compared = 0
    for match, fancy in moments(game, every=4):
        screen = at_table(placed(match, match.state))
        if not screen.seats.waiting:
            continue
        other = otherwise(game, otherwise(game, match.state, NOBODY, fancy), NOBODY, fancy)
        assert everything(screen) == everything(at_table(placed(match, other)))
        shown = {widget.id for widget in screen.layers[0].walk()}
        assert screen.table.surface.id not in shown - {""}
        assert "ready" in shown
        compared += 1
    assert compared


def watched(match, side):
    screen = local_backend.build_replay(match, len(match.moves), side)
    screen.resize(SIZE, Theme())
    return screen


def test_c_6_a_replay_before_the_end_looks_the_same_to_who_cannot_tell_the_matches_apart(game):
    several = [one for one in pairs(game, seeds=("hawke",)) if game.outcome(one[1].state) is None]
    assert several
    for number, (side, one, other) in enumerate(looks(game, several)[:3]):
        assert glance(watched(one, side), number) == glance(watched(other, side), number), (number, side)
        order = casual.choose(game, one.state, Random(number))
        if order is None or game.check(other.state, order):
            continue
        first, second = (placed(match, match.state) for match in (one, other))
        for match in (first, second):
            match.submit(order)
        if list(first.events_known_to(side)) == list(second.events_known_to(side)) and first.view(side) == second.view(
            side
        ):
            shown = [watched(match, side) for match in (first, second)]
            for key in ("V", "Left"):
                assert glance(shown[0], number) == glance(shown[1], number), (number, side)
                for screen in shown:
                    screen.press(key)


def test_c_6_from_the_frame_after_the_table_passes_on_the_curtain_hangs(game, tmp_path):
    match, fancy = opened(game, "keppel", tmp_path / "record.jsonl"), Random(7)
    screen = at_table(match)
    hung = 0
    for _ in range(90):
        if match.game.outcome(match.state):
            break
        before = screen.seats.looking
        command = casual.choose(game, match.state, fancy)
        screen.submit(casual_order(command))
        decision = game.decision(match.state)
        if screen.seats.waiting:
            hung += 1
            assert screen.seats.waiting == decision.side
            assert len(screen.layers) == 1
            assert screen.toast is None
            again = at_table(Match.load(match.path))
            again.seats.rising = screen.seats.rising  # who has just got up is in no record
            again.rebuild()
            again.handle(Input("moved", screen._pointer))
            assert frame(screen) == frame(again)
            screen.click("ready")
            assert screen.seats.looking == decision.side
        elif decision and not (decision.either or decision.open):
            assert screen.seats.looking == before == decision.side
        if match.check_undo() is None and fancy.random() < 0.3:
            screen.press("Ctrl+Z")
            assert screen.seats.looking in ("", game.decision(match.state).side)
            if screen.has("agreement"):  # it was the other's order
                assert screen.seats.waiting
                screen.press("Esc")
            screen.press("Ctrl+Y") if not screen.seats.waiting else screen.click("ready")
            if screen.seats.waiting:
                screen.click("ready")
    assert hung > 3


def casual_order(command):
    from tabletop.ui.boards.replies import Submit

    return Submit.single(command)


def test_c_6_the_board_is_told_views_only(game, monkeypatch):
    match, fancy = opened(game, "collingwood"), Random(3)
    screen = at_table(match)
    told = []
    show, play = screen.table.show, screen.table.play

    def showing(state, past=()):
        latest = list(islice(past, 2))
        views = (view for move in latest for view, _ in move)
        told.extend((screen.seats.looking, view) for view in (state, *views))
        show(state, latest)

    monkeypatch.setattr(screen.table, "show", showing)
    monkeypatch.setattr(
        screen.table,
        "play",
        lambda before, events, after: (told.append((screen.seats.looking, after)), play(before, events, after)),
    )
    everybody = {NOBODY, *(side.id for side in game.meta.sides)}
    for number in range(600):
        if match.game.outcome(match.state) or (number >= 160 and {looking for looking, _ in told} >= everybody):
            break
        screen.submit(casual_order(casual.choose(game, match.state, fancy)))
        if screen.seats.waiting:
            screen.click("ready")
    assert len(told) > 30
    assert {looking for looking, _ in told} >= everybody
    for viewer, state in told:
        assert state == game.view(state, viewer)


def test_c_6_the_small_picture_of_a_match_shows_no_hand(game):
    for match, fancy in moments(game, seeds=("anson",)):
        shown = [
            draw_position(game.meta.id, game.view(state, NOBODY), (400, 220))
            for state in (match.state, otherwise(game, match.state, NOBODY, fancy))
        ]
        first, second = (pygame.image.tobytes(one, "RGB") for one in shown)
        assert first == second
        assert msgspec.json.encode(game.view(match.state, NOBODY))


TRIED = 16
"""In so many moments of a game it is tried whether an order shows nothing and hands over."""
HANDED_OVER = 2
"""So many of these a test compares in a run; `make soak` compares them all."""


def hasty(screen, cards, *, drag):
    """The side that looks chooses some cards of its hand, perhaps still drags one, and gives its order by a key."""
    hand = screen.table.hand(screen.table.own)
    for number in range(cards):
        screen.press(str(number + 1))
    if drag:
        x, y = screen.find(f"card.{hand[-1]}").rect.center
        held = frozenset({"left"})
        screen.handle(Input("moved", (x, y)))
        screen.handle(Input("pressed", (x, y), "left", held))
        for step in range(1, 6):
            screen.handle(Input("moved", (x - 20 * step, y - 30 * step), buttons=held))
            screen.update(STEP)
    screen.press("P" if screen.has("pass") else "Space")
    if screen.has("ask.yes"):
        screen.press("Enter")


def told_after(screen, cards, number, *, drag):
    """What the next player can see of an order that shows nothing: handed over, taken back, done again."""
    seen = []

    def taken():
        seen.append(glance(screen, number))
        screen.click("ready")
        seen.append(glance(screen, number))

    hasty(screen, cards, drag=drag)
    taken()
    screen.handle(Input("released", (600, 300), "left"))
    screen.press("Ctrl+Z")
    seen.append(glance(screen, number))
    screen.click("ready")
    screen.press("Ctrl+Y")
    taken()
    for key in ("G", "Esc", "D", "Esc", "F10", "Esc", "H"):
        screen.press(key)
        seen.append(glance(screen, number))
    return seen


def asked_alone(game):
    """The first of the moments in each phase of each turn in which one side is asked and nothing is sealed yet."""
    moments_of = {}
    for number, (match, fancy) in enumerate(moments(game, seeds=("hawke",), every=1, commands=200)):
        decision = game.decision(match.state)
        if decision and not decision.either and not getattr(match.state, "chosen", None):
            moments_of.setdefault((match.state.turn, decision.phase), (number, match, fancy, decision.side))
    return list(moments_of.values())


def orders(game):
    """Each two positions that the side not asked cannot tell apart, where an order shows nothing and hands over."""
    for number, match, fancy, asked in sample(asked_alone(game), TRIED, f"moments before orders in {game.meta.id}"):
        other = next(side.id for side in game.meta.sides if side.id != asked)
        tries = (otherwise(game, match.state, other, fancy) for _ in range(20))
        swapped = next(filter(possible, tries), None)
        if swapped is None:
            continue
        trial = at_table(placed(match, match.state))
        trial.click("ready")
        hasty(trial, 0, drag=False)
        if trial.seats.waiting == other and trial.match.check_undo() is None:
            yield number, match, placed(match, swapped)


@pytest.mark.parametrize("drag", [False, True], ids=["", "drag"])
def test_c_6_an_order_that_shows_nothing_betrays_nothing_when_it_is_handed_over_undone_and_redone(game, drag):
    if game.meta.id not in (*CARD_GAMES, EXAMPLE.meta.id):
        pytest.skip("nobody holds a hand in this game")
    several, secret = list(orders(game)), "chosen" in game.state_type.__struct_fields__
    assert several or not secret
    for number, one, swapped in sample(several, HANDED_OVER, f"orders handed over in {game.meta.id}"):
        said = []
        for match, cards in ((one, 0), (swapped, 2)):
            screen = at_table(placed(match, match.state))
            screen.click("ready")
            said.append(told_after(screen, cards if secret else 0, number, drag=drag))
        assert said[0] == said[1], number
