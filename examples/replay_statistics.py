"""Count what happened in a match and plot it: python examples/replay_statistics.py [RECORD [PICTURE]].

Without a record, two computer players first play a battle, which is saved as match.jsonl.
"""

import sys
from collections import Counter

import tabletop

try:
    from matplotlib.figure import Figure
except ImportError:
    sys.exit("This program draws with matplotlib. Install it with: pip install matplotlib")


def play_a_match(record: str) -> None:
    """Let two computer players fight a battle on the hexes, and save it."""
    match = tabletop.open_match("decks_of_glory", "squadron_action", seed="1805", record=record)
    sides = [side.id for side in match.game.meta.sides]
    tabletop.play_match(match, {side: tabletop.make_player("decks_of_glory", side) for side in sides})


def count_fighting(match: tabletop.Match) -> Counter[str]:
    """Return the number of ships by side that still fight; nothing in a card game."""
    return Counter(piece.side for piece in match.game.starting_pieces(match.state) if not piece.fate)


def main(record: str = "", picture: str = "statistics.png") -> None:
    """Print the number of events of each kind, and plot it beside the ships that still fight after each command."""
    if not record:
        record = "match.jsonl"
        play_a_match(record)
    replay = tabletop.open_replay(tabletop.load_match(record))
    fighting = [count_fighting(replay)]
    while replay.step_forward():
        fighting.append(count_fighting(replay))
    kinds = Counter(type(described.event).__name__ for described in tabletop.describe_events(replay))
    for kind, number in kinds.most_common():
        print(f"{number:5} {kind}")

    figure = Figure(figsize=(12, 5), layout="constrained")
    ships, events = figure.subplots(1, 2)
    for side in replay.game.meta.sides:
        ships.step(range(len(fighting)), [counted[side.id] for counted in fighting], label=side.name)
    ships.set(title=replay.header.title, xlabel="commands", ylabel="ships that still fight")
    ships.legend()
    names, numbers = zip(*reversed(kinds.most_common(15)), strict=True)
    events.barh(names, numbers)
    events.set(title="Events", xlabel="number")
    figure.savefig(picture)
    print(f"{picture} shows {len(fighting) - 1} commands.")


if __name__ == "__main__":
    main(*sys.argv[1:])
