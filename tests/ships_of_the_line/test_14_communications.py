"""Chapter 14: written signals among the players of a side (AMB-101, AMB-151, AMB-170; C-6)."""

from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tabletop.core import resources
from tabletop.core.match import Match, MatchSetup
from tabletop.core.verify import verify
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.chapters.optional.communications import (
    MAX_LETTERS,
    MODULE,
    UNREAD,
    USUAL_TEXTS,
    SignalMade,
    SignalTo,
    count_words,
    list_received_signals,
)
from tabletop.games.ships_of_the_line.commands import Done, RollInitiative
from tabletop.games.ships_of_the_line.events.turn import PlayerDone
from tabletop.games.ships_of_the_line.model import Player, Signal, State
from tabletop.games.ships_of_the_line.ship import Admiral, Leader
from tabletop.games.ships_of_the_line.survey import choices, leadership, summaries
from tabletop.players import casual
from tests.judging import every, only
from tests.secrets import NOBODY
from tests.ships_of_the_line.kit import battle, play, refused, ship

PLAYERS = (
    Player("nelson", "british", "Nelson"),
    Player("villeneuve", "allied", "Villeneuve"),
    Player("gravina", "allied", "Gravina"),
)
TEXT = "Engage the van and board at once now"


def signals(apart: float = 4.0, rating: int = 0, **fields: Any) -> State:
    """Villeneuve aboard F1, and Gravina's S1 so far from him, hull to hull."""
    flag = ship("F1", 0, 0, 0, card_player="villeneuve", card_leader=Leader("Villeneuve", rating))
    return battle(
        ship("B1", 20, 20, 0, card_player="nelson"), flag, ship("S1", apart + 0.3, 0, 0, card_player="gravina"),
        **{"players": PLAYERS, "phase": "signals", "asked": "allied", "initiative": "allied",
           "options": {"communications": True}} | fields,
    )  # fmt: skip


def signal(text: str = TEXT, key: str = "F1", to: str = "gravina") -> SignalTo:
    return SignalTo(side="allied", ship=key, to=to, text=text)


def test_sotl_14_a_sotl_14_g_a_signal_to_another_player_of_the_side() -> None:
    before = signals()
    state, events = play(before, signal())
    made = only(events, SignalMade)
    assert (made.leader, made.to, made.side) == ("F1", "gravina", "allied")
    assert state.signals == (Signal("F1", "F1", "allied", "gravina", TEXT, 1),)
    assert GAME.describe(before, made) == f"Villeneuve signals from F1 to Gravina: “{TEXT}”"
    refused(before, signal(to="villeneuve"), "AMB-170")
    refused(before, signal(to="nelson"), "AMB-170")


def test_amb_170_the_step_comes_after_the_initiative_and_asks_player_by_player() -> None:
    ready = signals(phase="initiative", asked=None, initiative=None)
    state, _ = play(ready, RollInitiative(side="british"), dice=[1, 6])
    assert (state.phase, state.asked) == ("signals", "allied")
    state, events = play(state, Done(side="allied", by="villeneuve"))
    assert every(events, PlayerDone) == [] and state.phase == "combat"


@pytest.mark.parametrize(("rating", "reach"), [(1, 3), (0, 5), (-1, 5), (-2, 10)])
def test_sotl_14_b_amb_151_the_reach_of_a_leader(rating: int, reach: float) -> None:
    assert GAME.check(signals(reach, rating), signal()) is None
    refusal = refused(signals(reach + 0.001, rating), signal(), "AMB-170")
    assert refusal.by == f"{reach + 0.001:.3f} UM, the reach is {reach} UM"


def test_sotl_14_c_who_is_signalled_reads_it_on_the_cards_of_his_ships() -> None:
    state, _ = play(signals(), signal())
    told = [(mark.title, mark.value, mark.meaning) for mark in summaries.list_marks(GAME.view(state, "allied"), "S1")]
    assert told == [("Signal", TEXT, "From Villeneuve, this turn.")]
    sent = [(mark.title, mark.value, mark.meaning) for mark in summaries.list_marks(state, "F1")]
    assert sent == [("Signals", "to Gravina", TEXT)]
    for side in ("british", NOBODY):
        seen = GAME.view(state, side)
        assert list(summaries.list_marks(seen, "S1")) == []
        assert TEXT not in str(list(summaries.list_marks(seen, "F1")))


def test_amb_170_who_is_signalled_is_asked_although_he_has_no_leader_so_that_he_reads_it() -> None:
    state, events = play(signals(), signal(), Done(side="allied", by="villeneuve"))
    assert [one.player for one in every(events, PlayerDone)] == ["villeneuve"]
    assert (state.phase, GAME.decision(state).player) == ("signals", "Gravina")  # type: ignore[union-attr]
    assert choices.build_done_if_idle(state) is None
    assert [(one.leader, one.text) for one in leadership.list_received_signals(state)] == [("Villeneuve", TEXT)]
    state, _ = play(state, Done(side="allied", by="gravina"))
    assert state.phase == "combat"


def test_tv_113_sotl_14_d_seven_words_that_count() -> None:
    assert count_words(TEXT) == 6
    refusal = refused(signals(), signal(f"{TEXT}, hard, fast"), "AMB-170")
    assert refusal.reason == "8 words count; at most 7 may be sent."
    assert count_words("Break through the enemy's line") == 4


def test_sotl_14_d_one_message_a_turn_from_each_leader() -> None:
    state, _ = play(signals(), signal())
    refused(state, signal("Follow me"), "AMB-170")
    assert GAME.check(replace(state, turn=2), signal("Follow me")) is None
    later, _ = play(replace(state, turn=2), signal("Follow me"))
    assert [one.text for one in later.signals or ()] == ["Follow me"]


@pytest.mark.parametrize("text", ["", " ", "and to", "Engage\nnow", "x" * (MAX_LETTERS + 1)])
def test_amb_170_a_text_has_words_on_one_line(text: str) -> None:
    refused(signals(), signal(text), "AMB-170")


def test_sotl_14_e_higher_rank_then_more_guns_on_top() -> None:
    leaders = {
        "F1": Leader("Villeneuve", 0, rank=3),
        "F2": Leader("Magon", -1, rank=1),
        "F3": Leader("Gravina", 0, rank=1),
    }
    ships = [
        ship(key, 0, 3.0 * n, 0, "I" if key == "F3" else "III", card_player="villeneuve", card_leader=one)
        for n, (key, one) in enumerate(leaders.items())
    ]
    state = battle(
        ship("B1", 20, 20, 0), *ships, ship("S1", 2, 3, 0, card_player="gravina"), players=PLAYERS, phase="signals",
        asked="allied", initiative="allied", options={"communications": True},
    )  # fmt: skip
    state, _ = play(state, *(signal("Follow me", key) for key in leaders))
    assert [one.ship for one in list_received_signals(state, "gravina")] == ["F3", "F2", "F1"]


@pytest.mark.parametrize("fate", ["dead", "gone"])
def test_sotl_14_f_a_dead_leader_sends_nothing(fate: Any) -> None:
    refused(signals(leaders=(Admiral("F1", "F1", fate=fate),)), signal(), "AMB-170")


def test_amb_144_without_several_players_on_a_side_nothing_is_asked() -> None:
    alone = signals(players=msgspec.UNSET, phase="initiative", asked=None)
    assert MODULE.inert(alone) == "No side has several players."
    assert not GAME.has_secrets(alone)
    state, _ = play(alone, RollInitiative(side="british"), dice=[1, 6])
    assert state.phase == "combat"


# --- what the enemy may not know


def test_amb_101_amb_170_the_enemy_sees_that_a_signal_was_made_and_no_word_of_it() -> None:
    before = signals()
    state, events = play(before, signal())
    for side in ("british", NOBODY):
        seen = GAME.redact(only(events, SignalMade), side)
        assert seen.text == UNREAD
        assert GAME.describe(GAME.view(before, side), seen) == "Villeneuve signals from F1 to Gravina."
        assert TEXT not in msgspec.json.encode(GAME.view(state, side)).decode()
    assert GAME.view(state, "allied") == state
    assert GAME.redact(only(events, SignalMade), "allied").text == TEXT


def test_c_6_only_the_step_of_signals_needs_a_curtain() -> None:
    state = signals()
    assert GAME.has_secrets(state)
    decision = GAME.decision(state)
    assert decision is not None and not decision.open
    state, _ = play(state, Done(side="allied", by="villeneuve"))
    decision = GAME.decision(state)
    assert decision is not None and decision.open


def three_seats(seed: str) -> Match:
    text = resources.find_scenario("ships_of_the_line", "collingwood_at_the_rear").read_text(encoding="utf-8")
    options = {"communications": True, "leaders": True, "allied_players": "2", "british_players": "2"}
    return Match.new(MatchSetup(GAME, text, "rear.yaml", seed, options))


def test_c_6_a_battle_with_signals_leaks_no_text_to_the_other_side() -> None:
    compared = 0
    match = three_seats("anson")
    fancy = Random("anson")
    for number in range(400):
        command = casual.choose(GAME, match.state, fancy)
        if isinstance(command, SignalTo):
            command = replace(command, text=f"Make sail number {number:04}")
        assert command is not None
        match.submit(command)
        for side in SEERS:
            state = match.state
            other = replace(state, signals=_otherwise(state, side))
            assert GAME.view(other, side) == GAME.view(state, side)
            assert (GAME.decision(other), GAME.headline(other)) == (GAME.decision(state), GAME.headline(state))
            assert str(GAME.check(GAME.view(state, side), command)) == str(GAME.check(state, command))
            compared += other != state
        if isinstance(command, SignalTo):
            last = match.moves[-1]
            assert {side for side in SEERS if _hears(match.view_events(last, side), command.text)} <= {command.side}
    assert compared
    assert any(isinstance(move.command, SignalTo) for move in match.moves)


SEERS = ("british", "allied", NOBODY)


def _hears(told: Iterable[object], text: str) -> bool:
    """Whether a text stands anywhere in what is told."""
    return any(text in str(one) for one in told)


def _otherwise(state: State, side: str) -> Any:
    """The signals with another text wherever a side does not know it."""
    return state.signals and tuple(
        one if one.side == side else replace(one, text="Strike your colours") for one in state.signals
    )


def test_amb_170_signals_are_on_record_and_verify(tmp_path) -> None:
    text = resources.find_scenario("ships_of_the_line", "collingwood_at_the_rear").read_text(encoding="utf-8")
    options = {"communications": True, "allied_players": "2", "british_players": "2"}
    path = tmp_path / "battle.jsonl"
    match = Match.new(MatchSetup(GAME, text, "rear.yaml", "hawke", options), path)
    for _ in casual.play(match, Random("hawke"), 150):
        pass
    assert Match.load(path).state == match.state
    assert verify(path) is None


def test_amb_170_what_is_offered_is_legal_and_any_other_text_may_be_sent() -> None:
    offered = [one for one in GAME.choices(signals()) if isinstance(one, SignalTo)]
    assert [one.text for one in offered] == list(USUAL_TEXTS)
    assert [one for one in offered if GAME.check(signals(), one)] == []
