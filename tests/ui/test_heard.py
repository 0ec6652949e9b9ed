"""What is heard is what is seen: when it is seen, from where, and nothing else; and games say it as data."""

from random import Random

import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.cards.events import CardsDealt
from tabletop.core.chance import SeededChance
from tabletop.core.game import games_by_id
from tabletop.games.decks_of_glory import model as hexes
from tabletop.games.ships_of_the_line import GAME as SEA
from tabletop.games.ships_of_the_line.commands import FireBroadside
from tabletop.games.ships_of_the_line.events.combat import HullLost
from tabletop.games.ships_of_the_line.events.turn import PhaseBegan, TurnBegan
from tabletop.games.ships_of_the_line.survey.rolls import SignalMade
from tabletop.players import casual
from tabletop.ui.boards import game_plugins
from tabletop.ui.boards.cards.animation import DEAL
from tabletop.ui.boards.ships_of_the_line.sounds import SOUNDS, STRIKE_MS
from tabletop.ui.boards.trafalgar_cards.sounds import SOUNDS as TRAFALGAR
from tabletop.ui.motion import MOTION
from tabletop.ui.sound.cues import SILENT, find_cues
from tabletop.ui.sound.kinds import KINDS, WEATHERS
from tabletop.ui.sound.mixing import position_in_window
from tabletop.ui.sound.speaker import SPEAKER
from tests.example import GAME as EXAMPLE
from tests.games import COMPLETE
from tests.sampling import sample
from tests.secrets import NOBODY, otherwise, possible
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.card_game import IDS, after, opened, seated
from tests.ui.tables import Watch, begun
from tests.ui.test_no_leaks import looking, moments, placed
from tests.ui.test_no_leaks import opened as opened_at_random

GAMES = games_by_id().values()
ENOUGH = 5
"""Orders that are compared; in every other moment none can be given in both positions."""


@pytest.fixture
def asked(monkeypatch):
    """All that is asked for from now on: what, from where, and how much later."""
    found = []
    monkeypatch.setattr(SPEAKER, "play", lambda kind, where=None, after=0.0: found.append((kind, where, after)))
    return found


def kinds(asked):
    return [kind for kind, _, _ in asked]


def firing(count=1):
    """A battle in which ships fire, one at each enemy, and what came of it."""
    pairs = [(ship(f"B{n}", 6.0 * n, 0, 90), ship(f"F{n}", 6.0 * n, 2.5, 90)) for n in range(1, count + 1)]
    state = after_ = battle(*(one for pair in pairs for one in pair))
    events = []
    for n in range(1, count + 1):
        shot = FireBroadside(side="british", ship=f"B{n}", broadside="port", target=f"F{n}")
        came = SEA.decide(after_, shot, SeededChance("splinters"))
        events, after_ = [*events, *came.events], came.state
    return state, events, after_


# --- games say it


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_each_game_says_of_many_facts_what_is_heard_and_all_of_that_there_is(game):
    match, heard = opened_at_random(game, "anson"), set()
    table = game_plugins.create_table(game.meta.id, game.view(match.state, NOBODY))
    for _ in casual.play(match, Random(5), 150):
        for event in match.moves[-1].events:
            heard |= {call.kind for call in find_cues(table.sounds, match.moves[-1].before, event)}
    assert len(heard) >= (3 if game.meta.id in COMPLETE else 0)
    assert heard <= set(KINDS)


def test_a_game_that_says_nothing_of_sounds_is_silent(asked, example):
    match = opened_at_random(EXAMPLE, "anson")
    screen = looking(match, "")
    assert (screen.table.sounds, screen.table.weather()) == (SILENT, "")
    for _ in casual.play(match, Random(1), 6):
        screen.rebuild()
        screen.update(5000)
    assert (len(match.moves), asked) == (6, [])


def test_the_bell_strikes_once_more_each_turn_in_pairs_up_to_eight():
    strokes = [[call.after for call in find_cues(SOUNDS, None, TurnBegan(turn=turn))] for turn in (1, 2, 3, 8, 9)]
    assert [len(one) for one in strokes] == [1, 2, 3, 8, 1]
    assert strokes[2] == sorted(strokes[2])
    assert strokes[2][1] - strokes[2][0] < strokes[2][2] - strokes[2][1]


def test_the_hands_are_piped_to_the_braces_and_drummed_to_the_guns():
    heard = [
        [call.kind for call in find_cues(SOUNDS, None, PhaseBegan(phase=phase))]
        for phase in ("movement", "combat", "reload")
    ]
    assert heard == [["pipe"], ["drum"], []]


def test_a_fire_crackles_each_turn_that_it_costs_hull_points_and_shot_does_not():
    causes = [HullLost(ship="B1", points=1, left=9, cause=cause) for cause in ("fire", "gunfire")]
    assert [[tuple(call[:2]) for call in find_cues(SOUNDS, None, event)] for event in causes] == [
        [("flames", "B1")],
        [],
    ]


def test_of_a_signal_no_word_is_heard():
    texts = [
        SignalMade(ship="B1", leader="L1", side="british", to="one", text=text) for text in ("", "Engage the enemy")
    ]
    assert [[call.kind for call in find_cues(SOUNDS, None, event)] for event in texts] == [["pipe_short"]] * 2


# --- the sea


def test_a_broadside_is_heard_when_its_first_gun_is_seen_from_where_the_ship_lies(asked):
    state, events, _ = firing()
    watch = Watch(begun(state))
    asked.clear()
    watch.table.play(state, events, state)
    assert kinds(asked)[:2] == ["broadside", "splinters"]
    (_, fired, at_once), (_, hit, later) = asked[:2]
    assert (at_once, later) == (0, STRIKE_MS)
    lies = position_in_window(watch.where("B1")[0], watch.surface.get_width())
    assert fired.pan == pytest.approx(lies.pan, abs=0.1)
    assert fired.distance > 0 < hit.distance


def test_ships_that_fire_one_after_the_other_are_heard_one_after_the_other(asked):
    state, events, _ = firing(3)
    watch = Watch(begun(state))
    asked.clear()
    watch.table.play(state, events, state)
    assert kinds(asked).count("broadside") == 1
    watch.wait(4000)
    assert kinds(asked).count("broadside") == 3


def test_what_is_skipped_is_not_heard(asked):
    state, events, _ = firing(3)
    watch = Watch(begun(state))
    watch.table.play(state, events, state)
    asked.clear()
    assert watch.table.skip_playback()
    watch.wait(4000)
    assert asked == []


def test_where_nothing_is_played_all_is_heard_at_once_and_the_speaker_thins_it_out(asked, monkeypatch):
    monkeypatch.setattr(MOTION, "pace", "off")
    state, events, _ = firing(3)
    watch = Watch(begun(state))
    asked.clear()
    watch.table.play(state, events, state)
    assert kinds(asked).count("broadside") == 3


def test_a_line_of_the_log_that_is_played_again_is_heard_again(asked):
    state, events, after_ = firing()
    watch = Watch(begun(after_))
    asked.clear()
    watch.table.play_again(state, events)
    assert "broadside" in kinds(asked)


# --- the wind


def test_the_wind_is_heard_at_sea_by_its_strength_and_no_longer_when_the_table_is_left(monkeypatch):
    blown, watch = [], None
    monkeypatch.setattr(SPEAKER, "set_weather", blown.append)
    for strength in ("light", "breeze", "heavy"):
        before, watch = watch, Watch(begun(battle(ship("B1", 0, 0, 90), ship("F1", 9, 0, 90), strength=strength)))
        if before:
            before.screen.leave()
        watch.screen.update(0)
        assert blown[-1] == strength, "who left another table has not silenced this one"
    watch.screen.leave()
    assert blown[-1] == ""
    assert not WEATHERS[""]


@pytest.mark.parametrize("game", [one for one in GAMES if one.meta.secrets], ids=lambda game: game.meta.id)
def test_no_wind_blows_over_cards(game):
    known_to_all = game.view(next(moments(game))[0].state, NOBODY)
    told = game_plugins.create_table(game.meta.id, known_to_all).weather()
    assert told == (hexes.wind_strength(known_to_all) if game.meta.id == "decks_of_glory" else "")


# --- cards


def test_each_card_is_heard_as_it_sets_out(asked):
    screen = seated()
    screen.table.sounds = TRAFALGAR
    dealt = CardsDealt(to=tuple(("british", card) for card in IDS[20:23]))
    state = opened()
    screen.table.play(state.seen("british"), [dealt], after(state, dealt).seen("british"))
    assert kinds(asked) == ["card_dealt"]
    screen.rebuild()
    screen.update(int(1.5 * DEAL))
    assert kinds(asked) == ["card_dealt"] * 2
    screen.table.skip_playback()
    screen.update(4 * DEAL)
    assert kinds(asked) == ["card_dealt"] * 2


def test_the_dice_of_a_throw_are_heard_once(asked):
    state, _, _ = firing()
    watch = Watch(begun(state))
    asked.clear()
    watch.screen._feed._throw_dice([], same=True)
    assert asked == []
    watch.click_ship("B1")
    asked.clear()
    watch.press("Shift+F", "Enter")
    assert kinds(asked).count("dice") == 1


def test_brass_and_paper_are_heard(asked):
    watch = Watch(begun(firing()[0]))
    asked.clear()
    watch.press("G")
    assert kinds(asked) == ["paper"]
    watch.press("Esc")
    watch.screen.find("primary").activate()
    assert kinds(asked) == ["paper", "brass"]


# --- what is hidden


@pytest.mark.parametrize("game", [one for one in GAMES if one.meta.secrets], ids=lambda game: game.meta.id)
def test_nothing_is_heard_that_the_viewer_may_not_know(game, asked):
    """In two positions that a viewer cannot tell apart, the same order of which he is told the same sounds the same."""
    compared, several = 0, list(moments(game, seeds=("hawke",), every=3, commands=90))
    for match, fancy in sample(several, 16, f"orders heard in {game.meta.id}"):
        if compared >= ENOUGH:
            break
        for side in (*(one.id for one in game.meta.sides), NOBODY):
            other = otherwise(game, match.state, side, fancy)
            if not hasattr(other, "deck") or possible(other):
                worlds = [placed(match, match.state), placed(match, other)]
                compared += _sound_alike(game, worlds, side, asked, fancy)
    assert compared


def _could_be(game, state, order):
    """Whether an order may be given there and comes to anything; cards that nobody could have chosen do not."""
    try:
        return game.check(state, order) is None and bool(game.decide(state, order, SeededChance("any")).events)
    except AssertionError:
        return False


def _sound_alike(game, worlds, side, asked, fancy):
    order = None if game.outcome(worlds[0].state) else casual.choose(game, worlds[0].state, fancy)
    if order is None or not _could_be(game, worlds[1].state, order):
        return False
    heard, told = [], []
    for match in worlds:
        screen = looking(match, side)
        asked.clear()
        before = len(match.trace)
        match.submit(order)
        told.append([event for move in match.moves[before:] for _, event in match.view_events(move, side)])
        screen.look_as(side)
        screen.rebuild()
        screen.update(50)
        screen.update(2000)
        heard.append(list(asked))
    assert told[0] != told[1] or heard[0] == heard[1]
    return told[0] == told[1]
