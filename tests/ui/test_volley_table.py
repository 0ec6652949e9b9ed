"""Volley at its table: whole games by mouse and by keyboard alone, and what the table shows and does not betray."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pygame
import pytest

from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.match import Match
from tabletop.core.match_history import MatchHistory
from tabletop.core.record import Header
from tabletop.games.volley import melds
from tabletop.games.volley.commands import Attack, Counter, Defend, Discard, Pass
from tabletop.games.volley.model import State
from tabletop.players import casual
from tabletop.ui.boards.cards.drop_target import DropTarget
from tabletop.ui.boards.cards.look import CardLook
from tabletop.ui.boards.cards.reader import build_reading
from tabletop.ui.boards.cards.table import build_parts
from tabletop.ui.boards.volley import drafting
from tabletop.ui.boards.volley.gauges import Force, Troops
from tabletop.ui.boards.volley.table import VolleyTable
from tabletop.ui.screen import Push
from tabletop.ui.screens.result import ResultPage
from tabletop.ui.theme import Theme
from tests.ui.card_players import CardPlayers, from_scenario
from tests.ui.fitting import problems, problems_now, windows
from tests.volley.kit import GUARD, attack, counter, defend, opened, passing, play, table

GAME = find_game("volley")
SIZE = (1280, 720)
SIZES = (SIZE, (1920, 1080))
HAND = (*GUARD, "fog_of_war", "dragoons")
ARMED = ("killed_in_action", "panic", "hussars", "sabers", "major", "valor", "battery")
UNARMED = ("irregulars", "skirmish", "chasseurs", "sabers", "major", "valor", "battery")


def begun(state: State) -> Match:
    header = Header(
        game="volley", source="test", scenario="", title="Test", options={}, seed="1", program="", began="",
        opening=msgspec.Raw(b"{}"),
    )  # fmt: skip
    return Match(MatchHistory(GAME, state), header)


class Players(CardPlayers):
    """With `looks` somebody sits there without a curtain: for a side, for nobody, or None for whoever is asked."""

    def __init__(self, match: Match, looks: str | None = None, *, covered: bool = False, **window: Any) -> None:
        super().__init__(match, **window)
        if not covered:
            self.screen.look_as(looks)
            self.screen.rebuild()
            self.wait(200)

    @property
    def force(self) -> int:
        (found,) = self.widgets(Force)
        return int(found.total)


# --- whole games


def cards_of(command: Any) -> tuple[str, ...]:
    if isinstance(command, Discard | Attack):
        return command.cards
    return (command.card,) if isinstance(command, Defend | Counter) else ()


def by_keys(players: Players, command: Any) -> None:
    """Number keys and, for every other command, the arrows and Enter; cards are numbered as they lie."""
    for card in cards_of(command):
        if len(players.match.moves) % 2:
            players.press(str(players.table.hand(command.side).index(card) + 1))
            continue
        while players.table.tableau.cursor != card:
            players.press("Right")
        players.press("Enter")
    players.press("P" if isinstance(command, Pass) else "Space")


def by_mouse(players: Players, command: Any) -> None:
    """Clicks and, for every other command, cards are dragged to their place."""
    for card in cards_of(command):
        if len(players.match.moves) % 2:
            players.click(f"card.{card}")
        else:
            players.drag(f"card.{card}", drafting.find_place(players.table.view, card))
            players.settle()
    players.click("pass" if isinstance(command, Pass) and players.screen.has("pass") else "primary")


@pytest.mark.parametrize(
    ("give", "ready", "primary"),
    [
        (by_keys, lambda players: players.press("Space"), lambda players: players.press("Space")),
        (by_mouse, lambda players: players.click("ready"), lambda players: players.click("primary")),
    ],
    ids=["keyboard", "mouse"],
)
def test_a_whole_game_is_played_from_the_deal_to_the_report(
    give: Callable[[Players, Any], None], ready: Callable[[Players], None], primary: Callable[[Players], None]
) -> None:
    players, fancy, curtains = Players(from_scenario("volley", "skirmish", "24"), covered=True), Random(24), 0
    primary(players)
    assert players.match.state.turn == 1
    kinds = set()
    while players.match.state.outcome is None:
        if players.screen.seats.waiting:
            curtains += 1
            ready(players)
        players.settle()
        command = casual.choose(GAME, players.match.state, fancy)
        assert players.table.viewer == command.side
        give(players, command)
        assert players.match.moves[-1].command == command
        kinds.add(type(command))
    assert curtains > 10
    assert kinds == {Discard, Attack, Defend, Counter, Pass}
    players.wait(4000)
    primary(players)
    assert isinstance(players.left, Push)
    assert isinstance(players.left.screen, ResultPage)


# --- melds


def test_vol_5_a_meld_builds_up_with_its_force_and_says_what_is_missing_or_too_many() -> None:
    players = Players(begun(table((*GUARD, "major", "panic"))), "red")
    for chord, force, said in (
        ("1", 5, "An infantry weapon for Guard Infantry is missing."),
        ("1", 9, ""),
        ("1", 14, ""),
        ("3", 16, "At most one leader, not 2."),
        ("card.major", 14, ""),
        ("1", 19, ""),
        ("1", 24, ""),
    ):
        if chord.startswith("card."):
            players.click(chord)
        else:
            players.press(chord)
        assert players.force == force
        assert (said in players.words()) and (players.table.primary_action().reason == said)
    assert players.screen.find("troops.blue").threatened_troops == 24
    assert players.table.primary_action().label == "Attack with force 24"
    players.press("Space")
    assert players.match.state.assault.meld == GUARD


def test_vol_10_a_defence_card_does_not_go_into_a_meld_and_it_is_said_why() -> None:
    players = Players(begun(table((*GUARD, "major", "panic"))), "red")
    players.press("7")
    assert "cannot be part of a meld" in players.toast
    assert "VOL-10" in players.toast
    assert players.table.draft == ()


@pytest.mark.parametrize("press", ["primary", "Space"])
def test_vol_5_the_brass_button_says_what_is_missing_by_which_rule(press: str) -> None:
    players = Players(begun(table((*GUARD, "major", "panic"))), "red")
    players.press("1")
    players.click(press) if press == "primary" else players.press("Right", press)
    assert "An infantry weapon for Guard Infantry is missing." in players.toast
    assert "VOL-5" in players.toast


def test_a_card_cannot_be_dropped_where_it_does_not_belong() -> None:
    players = Players(begun(table((*GUARD, "major", "panic"))), "red")
    players.drag("card.general", "morale")
    assert "General cannot go there, because it is a leader." in players.toast
    assert players.table.draft == ()
    players.drag("card.general", "leader")
    assert players.table.draft == ("general",)
    players.drag("card.general", "hand")
    assert players.table.draft == ()


def test_esc_takes_everything_back_and_a_click_one_card() -> None:
    players = Players(begun(table(GUARD)), "red")
    players.press("1", "1", "1")
    players.click("card.volley")
    assert players.table.draft == ("guard_infantry", "general")
    players.press("Esc")
    assert players.table.draft == ()
    assert len(players.table.hand("red")) == 5


def test_vol_4_what_is_laid_away_is_counted_and_the_odds_follow() -> None:
    players = Players(begun(table((*GUARD[:1], *ARMED[:6]), ARMED[6:], stage="manoeuvre")), "red")
    assert players.table.primary_action().label == "Keep all"
    assert players.table.primary_action().tip == "Nothing is discarded; your hand is full."
    players.press("5", "5", "5")
    assert players.table.primary_action().label == "Discard 3, draw 3"
    assert players.table.primary_action().tip == "3 cards to the discards, face up; then you draw up to 7."
    assert "In 3 cards, at least one" in players.words()
    assert "An infantry weapon for Guard Infantry" in players.words()
    players.press("Space")
    assert len(players.match.state.cards.discards) == 3


MELDLESS = ("fog_of_war", "dragoons", "major", "valor", "killed_in_action")


@pytest.mark.parametrize("give", ["Space", "P", "click"])
def test_vol_5_without_a_meld_in_hand_the_brass_button_passes_and_no_other_does(give: str) -> None:
    players = Players(begun(table(MELDLESS, ARMED)), "red")
    button = players.screen.find("primary")
    assert (button.text, button.enabled, players.screen.has("pass")) == ("Pass", True, False)
    assert button.tip.body == "Your hand holds no meld. The turn passes to the other side."
    assert "pass_by" in players.table.key_hints()
    (players.click("primary") if give == "click" else players.press(give))
    assert isinstance(players.match.moves[-1].command, Pass)


def test_vol_5_a_card_that_is_laid_ready_without_a_meld_is_told_what_is_missing() -> None:
    players = Players(begun(table(MELDLESS, ARMED)), "red")
    players.press("2")
    assert players.table.draft
    assert (players.screen.find("primary").enabled, players.screen.has("pass")) == (False, True)


def test_vol_5_who_holds_a_meld_is_offered_to_attack_and_to_pass() -> None:
    players = Players(begun(table(HAND, ARMED)), "red")
    assert (players.screen.find("primary").text, players.screen.has("pass")) == ("Attack", True)


# --- answers


def attacked(blue: tuple[str, ...] = ARMED, **fields: Any) -> State:
    return play(table(HAND, blue, **fields), attack(*GUARD))[0]


def above_the_hand(players: Players) -> bytes:
    """The window but for the strip of one's own hand, once all is at rest."""
    players.wait(2000)
    strip = players.screen.find("hand").rect
    seen = players.surface.copy()
    seen.fill((0, 0, 0), strip)
    return pygame.image.tobytes(seen, "RGB")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("looks", ["blue", "red", ""])
def test_vol_11_the_defence_window_is_the_same_whatever_is_held(looks: str, size: tuple[int, int]) -> None:
    armed, unarmed = (Players(begun(attacked(hand)), looks, size=size) for hand in (ARMED, UNARMED))
    assert above_the_hand(armed) == above_the_hand(unarmed)
    assert armed.screen.has("pass") == unarmed.screen.has("pass") == (looks == "blue")


@pytest.mark.parametrize("red", [HAND, (*GUARD, "captain", "dragoons")])
def test_vol_11_so_is_the_window_of_the_counter(red: tuple[str, ...]) -> None:
    def countering(hand: tuple[str, ...]) -> bytes:
        state, _ = play(table(hand, ARMED), attack(*GUARD), defend("killed_in_action", "general"))
        return above_the_hand(Players(begun(state), "red"))

    assert countering(red) == countering((*GUARD, "fog_of_war", "chasseurs"))


def test_vol_6_an_answer_is_laid_on_its_target_and_given() -> None:
    players = Players(begun(attacked()), "blue")
    assert players.table.primary_action().reason
    players.press("1")
    assert players.table.primary_action().label == "Killed in Action on General"
    assert "19 if it holds" in players.words()
    (place,) = (one for one in players.widgets(DropTarget) if one.id == "answer.leader")
    assert [card.look.id for card in place.cards] == ["killed_in_action"]
    players.press("1")
    assert players.table.draft == ("panic",)
    players.press("3")
    assert "VOL-6" in players.toast
    players.drag("card.killed_in_action", "answer.leader")
    players.press("Space")
    assert players.match.state.assault.answers[0].target == "general"


def test_vol_11_the_defender_is_asked_and_not_ordered() -> None:
    assert Players(begun(attacked()), "blue").table.build_side_look("blue").words == ("Answer the attack?",)


def test_vol_7_what_is_negated_is_struck_through_with_the_card_that_did_it() -> None:
    state, _ = play(attacked(), defend("killed_in_action", "general"))
    players = Players(begun(state), "red")
    assert players.screen.find("card.general").status.negated_by == "Killed in Action"
    assert players.force == 19
    before = players.match.state
    players.press("1")
    assert "24 if it holds" in players.words()
    players.press("Space")
    assert players.match.state.troops["blue"] == before.troops["blue"] - 24


def test_vol_7_a_counter_on_a_counter_leaves_the_answer_working() -> None:
    hand, foes = ("hussars", "sabers", "fog_of_war"), ("infantry_square", "fog_of_war_2")
    before = table(hand, foes, "morning_mist")
    state, _ = play(before, attack("hussars", "sabers"), defend("infantry_square", "sabers"), counter())
    players = Players(begun(state), "blue")
    assert players.screen.find("card.infantry_square").status.negated_by == "Fog of War"
    assert players.screen.find("card.sabers").status.negated_by == ""
    assert players.table.primary_action().label == "Play a counter"
    players.press("1")
    assert players.table.primary_action().label == "Fog of War on Fog of War"


def test_vol_9_the_last_attack_can_be_read_by_whoever_looked_away() -> None:
    state, _ = play(attacked(), defend("killed_in_action", "general"), passing("red"))
    players = Players(begun(state), "blue")
    assert "The last attack: 19 casualties for Blue" in players.words()
    assert players.screen.find("card.general").status.negated_by == "Killed in Action"
    assert [(one.side, one.troops_left, one.is_to_move) for one in players.widgets(Troops)] == [
        ("red", 100, False),
        ("blue", 81, True),
    ]


# --- passing by itself


@pytest.mark.parametrize(("blue", "passes"), [(ARMED, False), (UNARMED, True)])
def test_vol_11_with_auto_pass_the_pause_is_the_same_whatever_is_held(blue: tuple[str, ...], passes: bool) -> None:
    board = VolleyTable(GAME.view(opened(), ""))
    state = attacked(blue, auto_pass=True)
    passing_by = board.automatic_command(GAME.view(state, "blue"))
    assert passing_by is not None
    assert passing_by.after > 0
    assert (passing_by.command == Pass("blue")) is passes
    assert board.automatic_command(GAME.view(attacked(blue), "blue")) is None
    lengths = {
        board.automatic_command(GAME.view(attacked(hand, auto_pass=True), "blue")).after for hand in (ARMED, UNARMED)
    }
    assert len(lengths) == 1


@pytest.mark.parametrize(("blue", "stage"), [(ARMED, "defence"), (UNARMED, "manoeuvre")])
def test_vol_11_the_table_passes_after_a_pause_and_only_without_an_answer(blue: tuple[str, ...], stage: str) -> None:
    players = Players(begun(table(HAND, blue, auto_pass=True)), covered=True)
    players.press("Space")
    players.press("1", "1", "1", "Space")
    assert players.match.state.stage == "defence"
    players.wait(1000)
    assert players.match.state.stage == "defence"
    players.wait(1500)
    assert players.match.state.stage == stage


@pytest.mark.parametrize(("blue", "stage"), [(ARMED, "defence"), (UNARMED, "manoeuvre")])
@pytest.mark.parametrize(
    "keys", [("Ctrl+Z", "Esc", "Space"), ("F10", "Esc"), ("G", "Esc"), ("Ctrl+Y",), ("H", "Space")]
)
def test_vol_11_nothing_that_is_looked_at_meanwhile_stops_the_pause(
    blue: tuple[str, ...], stage: str, keys: tuple[str, ...]
) -> None:
    players = Players(begun(table(HAND, blue, auto_pass=True)), covered=True)
    players.press("Space")
    players.press("1", "1", "1", "Space")
    players.press(*keys)
    assert players.match.state.stage == "defence"
    assert players.screen.seats.looking == "red"
    players.wait(9000)
    assert players.match.state.stage == stage
    assert players.screen.seats.waiting == "blue"


def test_vol_11_the_switch_says_what_it_betrays() -> None:
    path = resources.find_scenario("volley", "standard")
    switch = GAME.switches(GAME.read(path.read_text(encoding="utf-8"), path.name))[-1]
    assert switch.id == "auto_pass"
    assert "an answer is held" in switch.note


# --- room, and who looks


def scenes() -> dict[str, tuple[State, str, tuple[str, ...]]]:
    countered, _ = play(attacked(), defend("killed_in_action", "general"))
    reckoned_, _ = play(countered, passing("red"))
    won, _ = play(attacked(troops={"red": 3, "blue": 10}), passing("blue"))
    return {
        "before the deal": (opened(), "", ()),
        "manoeuvre": (table(HAND, ARMED, stage="manoeuvre"), "red", ("6", "7")),
        "attack": (table(HAND, ARMED), "red", ("1", "3", "5")),
        "two leaders": (table((*GUARD, "major", "colonel"), ARMED), "red", ("3", "6", "7")),
        "defence": (attacked(), "blue", ("1",)),
        "any answers": (attacked(defences="any"), "blue", ()),
        "counter": (countered, "red", ()),
        "reckoned": (reckoned_, "blue", ()),
        "over": (won, "", ()),
        "the other side": (attacked(), "red", ()),
    }


@pytest.mark.parametrize("scene", scenes())
def test_no_text_is_clipped_or_covered_at_any_size(scene: str) -> None:
    state, looks, chords = scenes()[scene]
    for size, theme in windows():
        players = Players(begun(state), looks, size=size, scale=theme.scale)
        players.press(*chords)
        players.settle()
        assert problems_now(players.screen) == []


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 150), ((1280, 720), 200), ((1920, 1080), 200)])
def test_in_a_low_bar_the_longest_answer_is_named_in_full_on_the_button(size: tuple[int, int], scale: int) -> None:
    players = Players(begun(attacked()), "blue", size=size, scale=scale)
    button = players.screen.find("primary")
    for words in ("Disordered on Fusillade", "Reverse Slope on Bombardment"):
        button.text = words
        lines, style = button._written(players.screen.theme)
        assert " ".join(lines) == words
        assert style.size >= 14


def test_c_6_what_lies_ready_is_gone_when_another_looks() -> None:
    players = Players(begun(table(HAND, ARMED)), "red")
    players.press("1", "2")
    board = players.table
    board.set_viewer("blue")
    assert board.draft == ()
    board.show(GAME.view(players.match.state, "blue"))
    assert not [card for card in board.hand("red") if card in board.view.deck]


def test_c_6_nobody_looks_and_no_card_of_a_hand_is_shown() -> None:
    for stage in ("manoeuvre", "attack"):
        players = Players(begun(table(HAND, ARMED, stage=stage)), "")
        assert not [card for card in (*HAND, *ARMED) if players.screen.has(f"card.{card}")]
        assert not players.screen.has("pass")


def test_every_phase_has_its_task_and_its_place_for_every_card() -> None:
    state = table(HAND, ARMED)
    assert {drafting.find_place(state, card) for card in GUARD} == set(melds.PLACES)
    assert drafting.find_place(state, "fog_of_war") == ""
    assert drafting.find_place(attacked(), "panic") == "answer.morale"
    assert drafting.find_place(attacked(), "hussars") == ""


@pytest.mark.parametrize("side", ["red", "blue", ""])
def test_the_line_of_both_sides_has_them_where_the_troops_have_them(side: str) -> None:
    table = VolleyTable(opened())
    table.set_viewer(side)
    left, right = (one.id for one in build_parts(table).left_to_right)
    troops = [one.side for one in table.build_middle().walk() if isinstance(one, Troops)]
    assert [left, right] == troops


def test_the_strongest_meld_is_named_with_all_cards_that_make_its_force() -> None:
    hand = ("irregulars", "fusillade", "colonel", "concentrate_force", "panic", "hussars", "battery")
    told = drafting.build_odds(table(hand), "red", ()).sections[0]
    assert told.lines == (("Irregulars, Fusillade, Colonel and Concentrate Force", "10"),)


# --- the guard of VOL-12


def before_the_end(quiet: int) -> Players:
    return Players(begun(msgspec.structs.replace(table(GUARD, UNARMED, turn=40), quiet=quiet)))


@pytest.mark.parametrize(
    ("quiet", "said"),
    [
        (9, ""),
        (12, "12 of 20 turns without a casualty."),
        (16, "4 more turns without a casualty make the battle a draw (VOL-12)."),
        (19, "Without a casualty this turn the battle is a draw (VOL-12)."),
    ],
)
def test_vol_12_the_draw_is_announced_louder_as_it_comes_near(quiet: int, said: str) -> None:
    words = before_the_end(quiet).words()
    assert said in words
    assert ("casualty" in words) == bool(said)
    assert ("Play a unit and a matching weapon" in words) == (quiet < 15)


@pytest.mark.parametrize("quiet", [18, 19])
def test_vol_12_nobody_draws_the_battle_by_a_key_pressed_twice(quiet: int) -> None:
    players = before_the_end(quiet)
    players.press("P")
    assert players.screen.has("ask.yes") == (quiet == 19)
    players.press("P", "Enter", "Space")
    assert players.match.state.outcome is None
    if quiet == 19:
        assert not players.match.moves
        players.press("P")
        players.click("ask.yes")
        assert players.match.state.outcome is not None


def test_the_warning_before_the_draw_finds_room() -> None:
    assert problems(before_the_end(19).screen) == []


def test_a_side_is_named_at_its_hand_and_not_again_over_its_troops() -> None:
    players = before_the_end(0)
    one = players.screen.find("troops.red")
    plain = pygame.Surface(players.screen.size)
    one.paint(plain, Theme())
    other = pygame.Surface(players.screen.size)
    one.name = "The Grand Army of the Rhine"
    one.paint(other, Theme())
    assert plain.get_buffer().raw == other.get_buffer().raw


def test_row_25_the_reader_tells_suit_and_value_apart() -> None:
    unit = CardLook("x", "Field battery", "4", "Artillery unit", words="Attacks with an artillery weapon.")
    assert build_reading(unit).words.splitlines() == ["Artillery unit, value 4.", "Attacks with an artillery weapon."]


def test_vol_9_an_attack_lies_there_until_its_casualties_are_told_and_then_is_cleared_away() -> None:
    players = Players(begun(attacked()), "blue")
    before = players.match.state.troops["blue"]
    players.match.submit(Pass("blue"))
    players.screen.rebuild()
    assert set(players.table.tableau.rects) >= {f"told.{card}" for card in GUARD}
    assert players.screen.find("troops.blue").troops_left == before
    assert players.screen.find("troops.blue").threatened_troops == before - players.match.state.troops["blue"]
    players.wait(800)
    assert f"{before} to {players.match.state.troops['blue']} troops." in players.words()
    assert players.screen.find("troops.blue").troops_left == players.match.state.troops["blue"]
    players.press("Space")  # whoever has seen enough
    assert not [name for name in players.table.tableau.rects if name.startswith("told.")]
    assert players.screen.find("last").tip.body.startswith("The last attack")
