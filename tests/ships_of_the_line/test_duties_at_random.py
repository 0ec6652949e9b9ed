"""Chapters 12 and 13 at random: ships that must board again, or flee, in battles in which anything may be ordered."""

from random import Random

from msgspec.structs import replace

from tabletop.core.chance import SeededChance
from tabletop.games.ships_of_the_line import GAME, positions, rules
from tabletop.games.ships_of_the_line.commands import Done
from tabletop.games.ships_of_the_line.model import Lines, Sea, State
from tabletop.games.ships_of_the_line.ship import Leader, Nailing
from tests.sampling import sample
from tests.ships_of_the_line.kit import battle, ship
from tools import promises

SWITCHES = dict.fromkeys(("leaders", "nailing", "line_breaking", "collision", "sail_states", "veterans"), True)
ORDERS = 250
PATIENCE = 3
"""Of so many orders one is that nothing more is ordered."""


def scattered(chance: Random) -> State:
    """Ships of both sides on a small sea, clear of each other; the Spaniards have a duty, the French flee."""
    ships = [
        ship(
            f"{nation}{number}", chance.uniform(-5, 5), chance.uniform(-5, 5), chance.randrange(360),
            card_leader=Leader(f"{nation}{number}", chance.randint(-3, 1)) if number == 1 else None,
            **({"nailing": Nailing("nailed", duty=True)} if nation == "S" else {}),
            **({"fleeing": chance.choice("NESW")} if nation == "F" and number < 4 else {}),
        )
        for number in range(1, 5) for nation in "BSF"
    ]  # fmt: skip
    state = battle(
        *ships, turn=2, wind=45 * chance.randrange(8), sea=Sea(-8, -8, 8, 8), options=SWITCHES,
        lines=Lines(crossings={"B1": ("allied",), "B2": ("allied",)}),
    )  # fmt: skip
    clear: list[str] = []
    for key in state.ships:
        if all(positions.gap_between(state, key, other).distance > 0.05 for other in clear):
            clear.append(key)
    kept = {key: state.ships[key] for key in clear}
    return replace(state, ships=kept, cards={key: state.cards[key] for key in clear})


def test_amb_149_ships_with_duties_are_sailed_without_a_promise_broken_or_a_dead_end() -> None:
    for seed in sample(range(40), 3, "battles with duties"):
        chance, dice = Random(seed), SeededChance(str(seed))
        state = scattered(chance)
        for _ in range(ORDERS):
            if state.outcome:
                break
            offered = GAME.choices(state)
            done = Done(side=rules.side_to_choose(state))
            order = (
                done if chance.randrange(PATIENCE) == 0 and GAME.check(state, done) is None else offered.pick(chance)
            )
            assert GAME.check(state, order) is None, order
            came = GAME.decide(state, order, dice)
            promises.check_promises(GAME, state, came.state)
            state = came.state
