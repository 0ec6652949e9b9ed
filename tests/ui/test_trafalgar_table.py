"""Trafalgar at its table: whole games by mouse and by keys alone, the best hand, the reveal, and room at every size."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import pygame
import pytest

from tabletop.core.game import find_game
from tabletop.games.trafalgar_cards.commands import Commit, Discard
from tabletop.games.trafalgar_cards.deck import SIDES, USE_NAMES, Use
from tabletop.games.trafalgar_cards.events import CommitRevealed
from tabletop.games.trafalgar_cards.tally import CardNegated
from tabletop.players import casual
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.trafalgar_cards import rows
from tabletop.ui.boards.trafalgar_cards.phase_modes.commit import CommitMode
from tabletop.ui.boards.trafalgar_cards.rows import SuitSheet
from tabletop.ui.boards.trafalgar_cards.table import NAMES
from tabletop.ui.screen import Push
from tabletop.ui.screens.result import ResultPage
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.label import Label
from tests.trafalgar_cards.kit import ALLIED, BRITISH, commit, discard, fought, holding, play
from tests.ui.card_players import CardPlayers, from_scenario, said
from tests.ui.fitting import layout_problems

GAME = find_game("trafalgar_cards")
HELD = "Cut Enemy Line, Melee, Blockade, Favorable Winds, Courage, Raking Fire, Broadsides, Nelson"
OTHERS = "Reserve, Sharpshooters, Rally, Gunnery, Villeneuve, Bravery, Timing, Duty"


def seated(state=None, side=BRITISH, **wishes) -> CardPlayers:
    """Somebody before a game that is under way, in the fight of turn 4 unless another state is given."""
    return CardPlayers(from_scenario("trafalgar_cards"), **wishes).look_at(state or holding(HELD, OTHERS, 4), side)


def laid(players: CardPlayers) -> dict[str, str]:
    """What is committed so far: card and use."""
    mode = players.table.mode
    assert isinstance(mode, CommitMode)
    return {one.card: one.use for one in mode.plays()}


def test_a_refusal_goes_with_the_next_card_that_is_laid() -> None:
    players = seated()
    players.press("9")
    assert "There is no card 9 in your hand." in players.toast
    players.press("1")
    assert players.toast == ""


# --- whole games


def by_keys(players: CardPlayers, command) -> None:
    """Number keys, arrows and Enter; a card goes from row to row until it lies where it should."""
    for number, (card, use) in enumerate(_wanted(command)):
        hand = list(players.table.hand(players.table.own))
        if players.screen.focus:  # the arrows move the focus now
            focus(players, f"card.{card}")
            players.press("Enter")
        elif number % 2:
            for _ in players.table._interaction.list_visible_cards():
                players.press(*["Right"] * (players.table.tableau.cursor != card))
            players.press("Enter")
        else:
            players.press(str(hand.index(card) + 1))
        if use and laid(players).get(card) != use:
            focus(players, f"card.{card}")
            players.press("Enter")
    players.press("Space")


def focus(players: CardPlayers, ident: str) -> None:
    """Tab until a widget has the focus."""
    for _ in range(60):
        if players.screen.find(ident).focused:
            return
        players.press("Tab")
    raise AssertionError(f"Tab does not come to {ident}")


def by_mouse(players: CardPlayers, command) -> None:
    """Cards are dragged to their places, or clicked where that leads there."""
    for number, (card, use) in enumerate(_wanted(command)):
        printed = players.match.state.deck[card].suit
        if number % 2 and use in (None, printed):
            players.click(f"card.{card}")
        else:
            players.drag(f"card.{card}", use or "tray.cards")
    players.click("primary")


def _wanted(command) -> Iterator[tuple[str, str | None]]:
    if isinstance(command, Discard):
        yield from ((card, None) for card in command.cards)
    else:
        yield from ((one.card, one.use) for one in command.plays)


def intended(players: CardPlayers, fancy: Random):
    """A command whose cards can be laid in its order, each as wanted, without another giving way."""
    return casual.choose(GAME, players.match.state, fancy)


@pytest.mark.parametrize(
    ("choose", "confirm"),
    [(by_keys, lambda players, _: players.press("Space")), (by_mouse, lambda players, ident: players.click(ident))],
    ids=["keyboard", "mouse"],
)
def test_a_whole_game_is_played_from_the_deal_to_the_reckoning(
    choose: Callable[[CardPlayers, object], None], confirm: Callable[[CardPlayers, str], None]
) -> None:
    players, fancy, curtains = CardPlayers(from_scenario("trafalgar_cards", seed="3")), Random(3), 0
    while players.match.state.outcome is None:
        players.settle()
        if players.screen.seats.waiting:
            curtains += 1
            confirm(players, "ready")
        elif players.match.state.phase == "strategy":
            confirm(players, "primary")
        else:
            command = intended(players, fancy)
            assert players.table.viewer == command.side
            before = len(players.match.moves)
            choose(players, command)
            if len(players.match.moves) == before:  # nothing was committed, and that is asked once
                focus(players, "ask.yes")
                players.press("Enter")
            given = players.match.moves[before].command
            assert set(_wanted(given)) == set(_wanted(command))
    assert curtains > 8
    players.settle()
    confirm(players, "primary")
    assert isinstance(players.left, Push)
    told = players.left.screen
    assert isinstance(told, ResultPage)
    told.resize((1280, 720), Theme())
    words = [said(one) for one in told.layers[-1].walk()]
    assert "Hands won" in words
    assert "3 hands" in words
    assert not [one for one in words if "Victory points" in one or one.endswith((" point", " points"))]


# --- tactics


def test_tra_3_cards_go_to_the_tray_and_back_and_a_fifth_is_refused() -> None:
    players = seated(holding(HELD, OTHERS, 4, "tactics"))
    players.press("1", "1", "1", "1")
    assert players.table.mode.list_placed() == ("cut_enemy_line", "melee", "blockade", "favorable_winds")
    assert players.table.primary_action().label == "Discard 4 cards"
    players.press("1")
    assert "TRA-3" in players.toast
    players.press("Backspace")
    assert len(players.table.mode.list_placed()) == 3
    players.click("card.melee")
    assert "melee" in players.table.hand(BRITISH)
    players.drag("card.blockade", "hand")
    assert players.table.mode.list_placed() == ("cut_enemy_line",)
    players.screen.hush()
    players.press("Esc")
    assert players.table.primary_action().label == "Keep the hand"


def test_tra_3_the_chances_are_those_of_the_cards_laid_aside() -> None:
    players = seated(holding(HELD, OTHERS, 4, "tactics"))
    assert "Choose discards" in players.words()
    players.press("1")
    assert "Chance to draw" in players.words()
    assert "A second Tactics card" in players.words()
    short = holding(HELD, OTHERS, 4, "tactics")
    cards = short.cards
    few = type(cards)(cards.pile[:2], cards.hands, cards.pile[2:])
    players = seated(type(short)(**{**{f: getattr(short, f) for f in short.__struct_fields__}, "cards": few}), ALLIED)
    players.press("1")
    assert "may run out" in players.words()


# --- the fight


def test_tra_12_the_best_hand_can_be_taken_over_and_changed() -> None:
    players = seated()
    players.press("B")
    assert laid(players) == {}
    players.press("B")
    assert laid(players) == {
        "nelson": "admiral", "cut_enemy_line": "strategy", "blockade": "strategy", "favorable_winds": "tactics",
        "courage": "morale", "raking_fire": "fighting", "broadsides": "fighting",
    }  # fmt: skip
    assert players.table.primary_action().label == "Commit 57 points"
    players.click("card.nelson")
    assert "nelson" not in laid(players)
    assert players.table.primary_action().label == "Commit 45 points"


def test_tra_12_the_best_hand_is_told_only_to_who_asks_and_plays_nothing() -> None:
    players = seated()
    assert "est hand: 57" not in players.words()
    players.press("B")
    assert "Best hand: 57" in players.words()
    assert players.table.card_status("nelson").note == "best"
    assert players.table.card_status("melee").note == ""
    assert (laid(players), players.table.primary_action().label, players.match.moves) == ({}, "Commit no cards", [])
    players.press("Esc")
    assert "est hand: 57" not in players.words()


def test_tra_6_a_card_goes_on_to_its_other_row_and_then_back_into_the_hand() -> None:
    players = seated()
    for use in ("strategy", "fighting", None):
        players.click("card.melee")
        assert laid(players).get("melee") == use


def test_a_card_that_cannot_go_there_says_why_and_goes_back() -> None:
    players = seated(holding("Villeneuve, Courage, Bravery, Leadership, Melee", "", 1))
    for ident, place, rule in (
        ("villeneuve", "admiral", "TRA-5"), ("courage", "strategy", "TRA-6"), ("melee", "fighting", "TRA-6"),
    ):  # fmt: skip
        players.drag(f"card.{ident}", place)
        assert rule in players.toast
        assert ident not in laid(players)
    for card in ("courage", "bravery"):
        players.drag(f"card.{card}", "morale")
    players.drag("card.leadership", "morale")
    assert "TRA-4" in players.toast
    assert set(laid(players)) == {"courage", "bravery"}
    players.press("2")
    assert "TRA-4" in players.toast


def test_a_row_takes_the_card_that_the_arrows_have_come_to() -> None:
    players = seated()
    players.click("fighting")
    assert "with the arrow keys first" in players.toast
    players.press("Right", "Right")
    assert players.screen.find("fighting").text == "Play here"
    players.click("fighting")
    assert laid(players) == {"melee": "fighting"}


def test_committing_nothing_is_asked_once() -> None:
    players = seated()
    players.press("Space")
    assert "Commit no cards?" in players.words()
    players.press("Esc")
    assert not players.match.moves
    players.press("Space")
    players.click("ask.yes")
    assert players.match.moves[0].command == Commit(BRITISH, ())


def test_c_6_nobody_sees_what_the_other_side_has_committed() -> None:
    state, _ = play(holding(HELD, OTHERS, 4), commit(BRITISH, "Cut Enemy Line, Courage"))
    players = seated(state, ALLIED)
    assert "Cut Enemy Line" not in players.words()
    assert "Has chosen" in str(players.table.build_side_look(BRITISH).words)
    own = seated(state, BRITISH)
    assert set(laid(own)) == {"cut_enemy_line", "courage"}
    assert own.table.primary_action().reason
    own.press("3")
    assert len(laid(own)) == 2


def test_the_one_who_takes_the_seat_finds_nothing_of_the_one_before() -> None:
    players = seated()
    players.press("B")
    players.screen.look_as(ALLIED)
    players.screen.rebuild()
    assert laid(players) == {}
    assert "Best hand: 57" not in players.words()


# --- the reveal


def test_tra_7_each_note_is_told_in_order_with_its_cause_and_negated_cards_are_struck_through() -> None:
    allied = "Engage Closely, Training, Ships of the Line, Defeat in Detail, Melee as fighting"
    state, _ = fought("Rally, Blockade", allied, 6)
    players = seated(state, "")
    words = players.words()
    assert "All effects apply at the same time" in players.words()
    told = [
        "1. Blockade negates Engage Closely: 3 points lost, but its own effect still applies.",
        "2. Rally negates Ships of the Line: 11 points lost.",
    ]
    assert words.index(told[0]) < words.index(told[1]) < words.index("3. Engage Closely adds 2 × 2 points")
    by = {one.look.id: one.status.negated_by for one in players.screen.layers[0].walk() if isinstance(one, Card)}
    assert {card: note for card, note in by.items() if note} == {
        "engage_closely": "Blockade", "ships_of_the_line": "Rally",
    }  # fmt: skip
    assert players.screen.find("card.defeat_in_detail").status.value == "14"
    assert "Combined\n22\nTurn 6: the Combined Fleet wins the hand\n5\nBritish" in words


def test_the_reveal_turns_cards_over_and_strikes_them_out_one_after_the_other() -> None:
    state = holding("Rally", "Broadsides, Gunnery, Engage Closely", 4)
    players = seated(state, "")
    half, _ = play(state, commit(BRITISH, "Rally"))
    after, events = play(half, commit(ALLIED, "Broadsides, Gunnery"))
    table = players.table
    flights = table.build_flights(half, events, after)
    assert [one.end for one in flights if one.turns_over] == ["card.rally", "card.broadsides", "card.gunnery"]
    (stroke,) = (one for one in table.build_strokes(half, events, after) if one.card)
    assert stroke.card == "card.broadsides"
    assert stroke.delay >= max(one.delay + one.duration for one in flights if one.turns_over)
    (aside,) = (one for one in flights if one.end == "discards")
    assert aside.delay >= stroke.delay + stroke.duration
    shown = [event for event in events if isinstance(event, CommitRevealed | CardNegated)]
    assert all(table.explain_event(after, event).lines for event in shown)


def seen(players: CardPlayers) -> tuple[int, int, str, bool]:
    """Notes told, hands won by the Combined Fleet, the line over the rows, whether one can see what is negated."""
    words = players.words()
    told = sum(f"{number}. " in words for number in range(1, 9))
    struck = any(isinstance(one, Card) and one.status.negated_by for one in players.screen.layers[0].walk())
    return told, players.table.build_side_look(ALLIED).won, said(players.screen.find("headline")), struck


def revealing() -> CardPlayers:
    """One note will negate a card, and the other side has a card more in its hand."""
    players = seated(holding("Rally, Courage", "Broadsides, Gunnery, Engage Closely", 4))
    players.screen.look_as("")
    players.match.submit(commit(BRITISH, "Rally"))
    players.screen.update(20)
    players.match.submit(commit(ALLIED, "Broadsides, Gunnery"))
    players.screen.update(20)
    return players


def test_tra_7_each_note_comes_in_its_turn_and_the_verdict_and_the_discards_last() -> None:
    players = revealing()
    found, gone = [seen(players)], []
    while players.table.tableau.animation.is_busy:
        players.screen.update(20)
        air = players.table.tableau.animation
        gone += [found[-1] for one, _ in air.flights if one.end == "discards" and air.age >= one.delay]
        found += [seen(players)] if seen(players) != found[-1] else []
    assert found == [
        (0, 0, "Turn 4: cards revealed", False), (0, 0, "Turn 4", False), (1, 0, "Turn 4", True),
        (1, 1, "Turn 4: the Combined Fleet wins the hand", True),
    ]  # fmt: skip
    assert set(gone) == {found[-1]}


def test_a_reveal_can_be_skipped_at_any_moment() -> None:
    players = revealing()
    assert seen(players)[0] == 0
    players.press("Space")
    players.screen.update(20)
    assert seen(players) == (1, 1, "Turn 4: the Combined Fleet wins the hand", True)


def read(players: CardPlayers) -> str:
    return players.table.parts.reader.reading.title


def test_after_the_reveal_every_card_is_reached_and_read_by_arrows_and_by_tab() -> None:
    state, _ = fought("Rally, Blockade", "Engage Closely, Training", 6)
    players = seated(state, "")
    cards = ["blockade", "engage_closely", "rally", "training"]
    by_arrows = []
    for _ in cards:
        players.press("Right")
        by_arrows.append(read(players))
    assert sorted(by_arrows) == [players.table.view.deck[card].name for card in cards]
    players.press("Esc")
    for card in cards:
        focus(players, f"card.{card}")
        assert read(players) == players.table.view.deck[card].name
    players.press("5")
    assert "no card 5" in players.toast
    players.screen.hush()
    players.press("Enter")
    assert "can only be read" in players.toast


def test_only_one_card_is_ringed_whether_the_arrows_or_tab_have_come_to_it() -> None:
    players = seated()
    players.press("Right", "Right")
    assert players.table.tableau.cursor
    held = players.table.hand(players.table.own)
    players.screen.give_focus(players.screen.find(f"card.{held[3]}"))
    assert players.table.tableau.cursor == ""
    assert players.screen.find(f"card.{held[3]}").focused


def test_the_line_of_keys_offers_only_what_works() -> None:
    choosing = {"choose_card", "best_hand", "take_one"}
    assert set(seated().table.key_hints()) & choosing == {"choose_card", "best_hand"}
    state, _ = fought("Rally", "Training", 6)
    shown = seated(state, "").table.key_hints()
    assert not set(shown) & choosing
    assert {"card_arrows", "hover_card", "confirm"} <= set(shown)
    assert "card_arrows" not in seated(holding("", "", 1, "strategy"), "").table.key_hints()
    sealed, _ = play(holding(HELD, OTHERS, 4), commit(BRITISH, "Courage"))
    assert not set(seated(sealed, BRITISH).table.key_hints()) & {*choosing, "confirm"}


def test_tra_10_no_suit_is_said_to_lead_and_the_sum_decides() -> None:
    state, _ = fought("Courage", "Bravery", 4)
    words = seated(state, "").words()
    assert "leads" not in words
    assert "behind" not in words
    assert "The higher total wins the hand." in words
    drawn = seated(fought("Courage, Duty", "Bravery, Loyalty", 4)[0], "").words()
    assert "18 to 18. Equal totals: nobody wins the hand." in drawn
    assert "The higher total wins the hand." not in drawn


@pytest.mark.parametrize("side", [*SIDES, ""])
def test_the_line_of_both_sides_has_them_where_the_rows_have_them(side: str) -> None:
    state, _ = fought("Courage", "Bravery", 4)
    players = seated(state, side)
    names = {one.text: one.rect.x for one in players.screen.layers[0].walk() if isinstance(one, Label)}
    right, left = (NAMES[one] for one in (players.table.own, players.table.other))
    assert names[left] < names[right]
    assert players.screen.find("morale.other").rect.x < players.screen.find("morale").rect.x


def test_tra_1_the_discs_show_the_hands_won() -> None:
    state, _ = fought("Courage", "", wins_needed=5)
    players = seated(state, "")
    own = players.table.build_side_look(BRITISH)
    assert (own.won, own.needed) == (1, 5)
    assert "One more hand" in players.table.build_side_look(BRITISH).stress or own.won < 4


# --- room


def _scenes() -> dict[str, tuple[object, str, tuple[str, ...]]]:
    tactics = holding(HELD, OTHERS, 4, "tactics")
    chosen, _ = play(tactics, discard(BRITISH, "Melee"))
    revealed, _ = fought("Rally, Blockade, Nelson", "Engage Closely, Villeneuve, Broadsides, Gunnery, Sharpshooters", 7)
    return {
        "opening": (holding("", "", 1, "strategy"), "", ()),
        "tray": (tactics, BRITISH, ("1", "1", "1")),
        "chosen": (chosen, BRITISH, ()),
        "fight": (holding(HELD, OTHERS, 1), BRITISH, ("1", "1")),
        "best": (holding(HELD, OTHERS, 7), ALLIED, ("B",)),
        "reveal": (revealed, "", ()),
    }


@pytest.mark.parametrize("scene", _scenes())
def test_no_text_is_clipped_or_covered_at_any_size(scene: str) -> None:
    state, side, keys = _scenes()[scene]
    players = seated(state, side)
    players.press(*keys)
    players.screen.hush()
    for size in ((1280, 720), (1920, 1080), (3840, 2160)):
        for scale in (75, 100, 200):
            players.resize(size, scale)
            assert layout_problems(players.screen) == [], (size, scale)
            desk = players.screen.find("desk")
            for one, other in combinations(desk.shown(), 2):
                shared = one.rect.clip(other.rect)
                assert min(shared.size) <= 1, (size, scale, one, other)


@pytest.mark.parametrize("scale", [100, 150, 200])
def test_a_hand_without_cards_leaves_its_room_to_the_rows(scale: int) -> None:
    revealed, _ = fought("Rally, Blockade, Nelson", "Engage Closely, Villeneuve, Broadsides", 7)
    players = seated(revealed, "")
    players.resize((1280, 720), scale)
    middle, bar = players.screen.find("middle").rect, players.screen.find("bottom").rect
    assert bar.top - middle.bottom < Theme(scale).px(50)


@pytest.mark.parametrize("side", [*SIDES, ""])
@pytest.mark.parametrize("phase", ["strategy", "tactics", "fight"])
def test_every_phase_can_be_looked_at_by_everybody(phase: str, side: str) -> None:
    players = seated(holding(HELD, OTHERS, 3, phase), side)
    assert "Trafalgar" in players.words()
    assert players.table.primary_action() is not None


def test_tra_12_the_best_hand_in_the_tactics_phase_is_that_of_the_cards_that_are_kept() -> None:
    players = seated(holding("Courage, Bravery", OTHERS, 1, "tactics"))
    assert "Best hand now\n21" in players.words()
    players.press("1")
    assert "Best hand you keep\n10" in players.words()


def test_a_suit_that_does_not_count_this_turn_says_so() -> None:
    players = seated(holding(HELD, OTHERS, 1, "tactics"))
    shut, open_ = (players.screen.find(f"tablet.{use}") for use in ("fighting", "strategy"))
    assert (shut.text[-6:], "none" in open_.text) == ("– none", False)
    assert "none may count this turn" in shut.tip.body
    assert shut._shows_words(Theme())


def test_the_table_says_before_the_first_deal_and_after_a_reveal_which_suit_does_not_count() -> None:
    players = CardPlayers(from_scenario("trafalgar_cards"))
    assert "Fighting cards count from turn 3" in players.words()
    players.press("Space")
    while players.match.state.phase != "strategy":
        if players.screen.seats.waiting:
            players.click("ready")
        players.press("B", "B", "Space")
        players.settle()
    assert "Fighting cards count from turn 3" in players.words()


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 100), ((1280, 720), 125), ((1920, 1080), 100)])
def test_every_suit_is_named_beside_its_total_while_cards_are_committed(size: tuple[int, int], scale: int) -> None:
    players = seated(holding(HELD, OTHERS, 3, "fight"))
    players.resize(size, scale)
    sheets = [one for one in players.screen.layers[0].walk() if isinstance(one, SuitSheet)]
    assert [one.suit.name for one in sheets if one.shows_name(Theme(scale))] == list(USE_NAMES.values())


@pytest.mark.parametrize("use", list(rows.EMBLEMS))
@pytest.mark.parametrize("pixels", [20, 52])
def test_the_seal_of_every_suit_has_a_glyph(use: Use, pixels: int) -> None:
    suit = rows.suit_label(use)
    plain = rows._draw_mark(replace(suit, emblem=""), pixels)
    assert pygame.image.tobytes(rows._draw_mark(suit, pixels), "RGBA") != pygame.image.tobytes(plain, "RGBA")
