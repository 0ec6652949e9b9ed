"""When the turn passes on the chosen ship is one of one's own that can act, or none; her card goes with it."""

from random import Random
from typing import Any

from tabletop.games.decks_of_glory.commands import BreakIrons, CutLoose, Done, Sail
from tabletop.players import casual
from tests.ships_of_the_line.helm import at_sea
from tests.ships_of_the_line.kit import battle, ship
from tests.ui import hexes
from tests.ui.tables import Watch, begun


def two_a_side(**fields: Any) -> Any:
    ships = [ship("B1", 0, 0, 90), ship("B2", 0, 6, 90), ship("F1", 12, 0, 90), ship("F2", 12, 6, 90)]
    return at_sea(*ships, **{"initiative": "allied", **fields})


def test_the_others_ship_is_not_chosen_any_more_once_the_phase_passes_on() -> None:
    watch = Watch(begun(two_a_side()))
    watch.click_ship("B1")
    assert watch.screen.has("card.scroll.B1")
    watch.point((800, 880))
    watch.press("E", "E")
    assert watch.state.asked == "allied"
    assert watch.table.viewer.selected is None
    assert not watch.screen.has("card.scroll.B1")


def test_a_side_finds_the_ship_that_it_had_chosen_if_she_can_act() -> None:
    watch = Watch(begun(two_a_side()))
    watch.click_ship("B1")
    watch.press("E", "E")
    watch.click_ship("F2")
    watch.press("Ctrl+Z")
    assert (watch.state.asked, watch.table.viewer.selected) == ("british", "B1")
    watch.press("Ctrl+Y")
    assert (watch.state.asked, watch.table.viewer.selected) == ("allied", "F2")


def test_an_own_ship_that_can_do_nothing_in_the_next_phase_is_not_chosen() -> None:
    near = [ship("B1", 0, 0, 0), ship("B2", 30, 30, 0), ship("F1", 3, 0, 0)]
    state = battle(*near, phase="initiative", asked=None, initiative=None, initiative_bonus={"british": 9})
    watch = Watch(begun(state))
    for chosen, then in (("B2", None), ("B1", "B1")):
        watch.click_ship(chosen)
        watch.press("Space")
        assert (watch.state.phase, watch.state.asked) == ("combat", "british")
        assert watch.table.viewer.selected == then
        watch.match.undo_by_agreement()
        watch.screen.rebuild()


def test_the_ship_that_the_computer_moves_is_never_the_chosen_one() -> None:
    player = hexes.HexPlayer(hexes.from_scenario("two_against_two", "3", computer=("allied",)))
    viewer = player.table.viewer
    fancy, moved = Random(2), 0
    while moved < 6 and player.match.game.outcome(player.state) is None:
        command = casual.choose(player.match.game, player.state, fancy)
        player.match.submit(command)
        player.screen.update(0)
        moved += command.side == "allied" and isinstance(command, Sail | CutLoose | BreakIrons)
        assert not viewer.selected or player.state.fleet[viewer.selected].side == "british"
        if not viewer.selected and player.state.asked == "british" and not isinstance(command, Done):
            viewer.choose(next(key for key in player.state.ships if viewer.mine(key)))
    assert moved == 6
