"""Play a random game and print its log: python examples/play_random.py [GAME [SCENARIO [SEED]]]."""

import sys
from random import Random

import tabletop


def main(game: str = "volley", scenario: str = "", seed: str = "1805") -> None:
    """Play random commands until the game is over, then print what everybody may know of it."""
    match = tabletop.open_match(game, scenario or tabletop.list_scenarios(game)[0], seed=seed)
    random = Random(seed)
    while (command := match.choices().pick(random)) is not None:
        match.submit(command)
    print(f"{match.header.title}, seed {seed}")
    for number, _, text in tabletop.describe_events(match):
        if text:
            print(f"{number:4} {text}")
    print(f"{len(match.moves)} commands. {match.outcome.reason if match.outcome else 'The game goes on'}.")


if __name__ == "__main__":
    main(*sys.argv[1:])
