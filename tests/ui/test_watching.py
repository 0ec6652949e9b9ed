"""The turn of the computer can be watched: its deeds stand at a pace one sets, in view; then one's own is at hand."""

from types import SimpleNamespace
from typing import Any

from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import ComputerPlayer, Seating
from tabletop.ui import keys
from tabletop.ui.boards import game_plugins
from tabletop.ui.motion import MOTION
from tabletop.ui.screen import Quit
from tabletop.ui.screens.local_backend import show_result
from tabletop.ui.screens.table.last_turn import LastTurnSheet
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.report import Folded
from tabletop.ui.widgets.ribbon import Hints


class Duel:
    """Two 74s of which the computer has one, or both."""

    def __init__(self, *computer: str, player: str = "casual", scenario: str = "duel_of_two_74s") -> None:
        game, path = find_game("ships_of_the_line"), resources.find_scenario("ships_of_the_line", scenario)
        seating = Seating(computer, players={side: ComputerPlayer(player, "1") for side in computer})
        self.match = Match.new(MatchSetup(game, path.read_text(), path.name, "computer", seating=seating))
        self.table: Any = game_plugins.create_table(game.meta.id, self.match.state)
        self.screen: Any = TableScreen(self.match, self.table, to_title=lambda _: Quit(), to_reckoning=show_result)
        self.screen.resize((1280, 720), Theme())

    def wait(self, milliseconds: int) -> None:
        for _ in range(milliseconds // 50):
            self.screen.update(50)

    def until(self, kind: str) -> Any:
        """Go on by Space until the computer has given an order of this kind."""
        for _ in range(400):
            if self.match.moves and self.match.moves[-1].command.__struct_config__.tag == kind:
                return self.match.moves[-1]
            self.screen.press("Space")
            self.screen.update(50)
        raise AssertionError(kind)

    def until_person(self) -> None:
        """Go on as long as the computer is to move."""
        for _ in range(400):
            if not self.screen.seats.computer_to_move:
                return
            self.screen.update(200)
        raise AssertionError

    def until_computer(self) -> None:
        """Give any orders of whoever is asked, up to the computer's turn."""
        for _ in range(100):
            if self.screen.seats.computer_to_move:
                return
            self.match.submit(next(iter(self.match.game.choices(self.match.state))))
            self.screen.update(50)
        raise AssertionError


def test_with_each_a_deed_stands_until_space_is_pressed() -> None:
    MOTION.turns = "each"
    duel = Duel("british", "allied", player="captain")
    duel.until("fire_broadside")
    moves = len(duel.match.moves)
    duel.wait(20_000)
    assert len(duel.match.moves) == moves
    assert duel.screen.find("primary").text == "Next"
    assert not duel.screen.pulse
    duel.screen.press("Space")
    duel.wait(1_000)
    assert len(duel.match.moves) > moves


def test_what_had_dice_stands_longer_than_what_had_none() -> None:
    MOTION.turns = "slow"
    duel = Duel("british", "allied", player="captain")
    duel.until("fire_broadside")
    while duel.screen.playing:  # the shot itself ends
        duel.screen.update(50)
    moves = len(duel.match.moves)
    duel.wait(2_800)
    assert len(duel.match.moves) == moves
    duel.wait(400)
    assert len(duel.match.moves) > moves


def test_all_of_its_turn_is_passed_by_at_a_stroke() -> None:
    MOTION.turns = "each"
    duel = Duel("allied")
    duel.until_computer()
    duel.screen.press("Shift+Space")
    duel.wait(30_000)
    assert not duel.screen.seats.computer_to_move
    assert not duel.screen._automatic.is_hurried


def test_the_view_goes_no_farther_than_it_must_and_not_while_the_player_drags() -> None:
    duel = Duel("british", "allied", player="captain")
    view = duel.table.view
    view.pan(4000, 0)
    aside = view.camera
    duel.screen._captured = duel.table.surface
    duel.until("fire_broadside")
    assert view.camera == aside
    duel.screen._captured = None
    duel.until("sail")
    duel.wait(400)
    ships = [view.camera.to_screen(*place) for place in view.chart.places([duel.match.moves[-1].command.ship])]
    left, top, right, bottom = view.insets
    assert all(left <= x <= 1280 - right and top <= y <= 720 - bottom for x, y in ships)


def test_no_key_that_orders_is_named_while_the_computer_is_to_move() -> None:
    MOTION.turns = "each"
    duel = Duel("allied")
    while not duel.screen.seats.computer_to_move:
        duel.match.submit(next(iter(duel.match.game.choices(duel.match.state))))
    duel.screen.rebuild()
    (line,) = [one for one in duel.screen.layers[0].walk() if isinstance(one, Hints)]
    assert set(line.names) <= {"next_deed", "my_turn", "again", "rulebook", *keys.LOOKS}
    assert {"next_deed", "arcs", "log"} <= set(line.names)


def test_the_bar_says_how_well_the_computer_plays_that_is_to_move() -> None:
    MOTION.turns = "each"
    duel = Duel("british", "allied", player="captain")
    duel.until("sail")
    assert "(Captain): press Space to continue." in duel.screen.find("log").now


def test_whoever_watches_two_computers_is_offered_no_order() -> None:
    MOTION.turns = "each"
    sea = Duel("british", "allied", player="captain")
    sea.until("sail")
    assert (list(sea.table.station.sheet()), sea.table.station.hints(), sea.table.primary_action()) == ([], (), None)


def test_after_its_turn_an_own_ship_is_chosen_and_in_view() -> None:
    duel = Duel("allied")
    duel.table.view.pan(4000, 0)
    duel.until_computer()
    duel.wait(10_000)
    assert not duel.screen.seats.computer_to_move
    view, own = duel.table.view, duel.table.viewer.selected
    assert own.startswith("B")
    assert view._well_seen(view.chart.places([own])[0])


def test_the_pace_of_its_turn_is_in_the_menu_of_who_plays_against_it() -> None:
    duel = Duel("allied")
    duel.screen.press("F10")
    assert duel.screen.find("menu.turns").chosen == "fast"
    duel.screen.hear(duel.screen.find("menu.turns").choose("slow"))
    assert MOTION.turns == "slow"
    alone = Duel()
    alone.screen.press("F10")
    assert not alone.screen.has("menu.turns")


def test_the_ships_of_a_squadron_sail_together_and_then_stand() -> None:
    MOTION.turns = "each"
    sea = Duel("british", "allied", player="captain", scenario="three_admirals")
    sea.until("sail")
    for _ in range(40):
        sea.screen.update(50)
    sailed = [move.command.ship for move in sea.match.moves if move.command.__struct_config__.tag == "sail"]
    division = {sea.match.state.cards[ship].division for ship in sailed}
    assert len(sailed) > 2
    assert len(division) == 1
    assert not sea.screen.table._playback.state
    sea.wait(5_000)
    assert len(sailed) == sum(move.command.__struct_config__.tag == "sail" for move in sea.match.moves)
    assert sea.screen.find("primary").text == "Next"


def test_what_stands_is_played_again_by_its_key_and_nothing_is_ordered() -> None:
    MOTION.turns = "each"
    duel = Duel("british", "allied", player="captain")
    duel.until("fire_broadside")
    duel.wait(3_000)
    assert not duel.screen.playing
    moves = len(duel.match.moves)
    duel.screen.press("R")
    duel.screen.update(50)
    assert duel.screen.playing
    assert not duel.table.viewer.measuring
    duel.wait(3_000)
    assert len(duel.match.moves) == moves


# --- what happened


def retold(persons: tuple[str, ...], *moves: tuple[str, int, str]) -> list[int]:
    """By number which of some moves are told; each has its giver, its turn, and the piece that its event is about."""
    made = [SimpleNamespace(command=who, before=turn, events=[piece] if piece else []) for who, turn, piece in moves]
    match: Any = SimpleNamespace(moves=made, game=SimpleNamespace(seat_of_command=lambda _, command: command))
    match.view_events = lambda move, _: [(move.before, event) for event in move.events]
    seats: Any = SimpleNamespace(computers=("allied",), persons=persons, looking="british")
    table: Any = SimpleNamespace(pieces_of=lambda event: (event,), format_moment=str)
    told = LastTurnSheet(Any, match, table, seats, Any, print)._list_moves()  # type: ignore[arg-type]
    return [number for number, move in enumerate(made) if any(move is one for one in told)]


def test_a_deed_that_shows_nothing_hides_none_of_those_before_it_and_all_of_a_turn_is_told() -> None:
    us, them, own = "british", "allied", ("british",)
    sailed, own_sailed = (them, 1, "F1"), (us, 1, "B1")
    assert retold(own, own_sailed, sailed, own_sailed, (them, 2, ""), (us, 2, "B1")) == [1, 3]
    assert retold(own, (them, 1, "F1"), own_sailed, (them, 2, "F1"), (us, 2, "B1"), (them, 2, "F1")) == [2, 4]
    assert retold((), (us, 1, "B1"), (them, 1, "F1"), (us, 2, "B1"), (them, 2, "F1")) == [2, 3]
    assert retold(own, own_sailed) == []


def test_squadrons_stand_over_their_ships_with_how_many_did_anything_and_fold() -> None:
    MOTION.turns = "off"
    sea = Duel("allied", player="captain", scenario="three_admirals")
    while not any(move.command.__struct_config__.tag == "sail" for move in sea.match.moves):
        sea.match.submit(
            next(iter(sea.match.game.choices(sea.match.state)))
        ) if not sea.screen.seats.computer_to_move else None
        sea.screen.update(50)
    sea.wait(2_000)
    sea.screen.press("Q")
    rows = sea.screen.find("happened.row").sentences
    assert next(row.text for row in rows if row.heading) == "Vanguard"
    (van,) = [row for row in rows if row.text == "Vanguard"]
    assert van.aside.endswith("of 3")
    sea.screen.hear(Folded("happened.row", van.id, folded=True))
    folded = sea.screen.find("happened.row").sentences
    assert next(row for row in folded if row.id == van.id).folded
    assert len(folded) < len(rows)


def test_the_chosen_line_is_played_again_by_key() -> None:
    duel = Duel("allied", player="captain")
    for _ in range(4):
        duel.until_computer()
        duel.wait(2_000)
    duel.screen.press("Q")
    rows = duel.screen.find("happened.row")
    sailed = next(row for row in rows.sentences if row.text.startswith("Hercule sails"))
    duel.screen.hear(rows._choose(sailed.id))
    duel.wait(4_000)
    assert not duel.screen.playing
    duel.screen.press("R")
    duel.screen.update(50)
    assert duel.screen.playing


def test_its_turn_is_told_ship_by_ship_and_a_line_is_played_again_in_view() -> None:
    duel = Duel("allied", player="captain")
    for _ in range(4):
        duel.until_computer()
        duel.wait(2_000)
    duel.screen.press("Q")
    rows = duel.screen.find("happened.row").sentences
    heads = [row.text for row in rows if row.heading]
    assert heads[0] == "Hercule"
    assert [row.text[:7] for row in rows if row.text[:1].isdigit()][:1] == ["19:45: "]
    moves, state = len(duel.match.moves), duel.match.state
    duel.table.view.pan(4000, 0)
    sailed = next(row for row in rows if not row.heading and row.text.startswith("Hercule sails"))
    duel.screen.hear(duel.screen.find("happened.row")._choose(sailed.id))
    duel.screen.update(50)
    assert duel.screen.playing
    duel.wait(4_000)
    assert not duel.screen.playing
    view, beside = duel.table.view, duel.screen.find("happened").rect.right
    assert all(view._seen_within(place, (beside, *view.insets[1:])) for place in view.chart.extent(["F1"]))
    assert duel.table.view._in_view(duel.table.view.chart.places(["F1"])[0])
    assert (len(duel.match.moves), duel.match.state) == (moves, state)


def test_before_anything_was_done_there_is_nothing_to_tell() -> None:
    duel = Duel("allied")
    duel.screen.press("Q")
    assert not duel.screen.has("happened.row")
    assert duel.screen.has("happened")
