"""Matches of the players of card games, without a record: what they are asked, told, and choose."""

from random import Random

from tabletop import players
from tabletop.core import resources
from tabletop.core.chance import SeededChance
from tabletop.core.game import find_game
from tests.sampling import sample
from tests.secrets import otherwise, possible

ENOUGH = 12
"""Orders of a short match."""
NAMES = ("greedy", *players.LEVELS)


class Asked:
    """A moment of a match: who was asked what after which events, and what was chosen."""

    def __init__(self, state, side, name, told, chosen):
        self.state, self.side, self.name, self.told, self.chosen = state, side, name, told, chosen


def opening(game, scenario="standard", **options):
    path = resources.find_scenario(game.meta.id, scenario)
    return game.open(game.read(path.read_text(encoding="utf-8"), path.name), options)


def hurried(monkeypatch, game):
    """The players of a game look at little, that tests are soon over."""
    for name in NAMES:
        if hasattr(players.find_player(name, game), "budget"):
            monkeypatch.setattr(players.find_player(name, game), "budget", 200)


def chosen(player, view):
    return [*player.consider(view)][-1]


def played(game, state, seats, seed, orders=ENOUGH):
    """What the players of some seats, by side, are asked in a match that begins so."""
    sides = {side: players.find_player(name, game.meta.id)(game, side, seed) for side, name in seats.items()}
    told, chance = {side: [] for side in sides}, SeededChance(seed)
    moments = []
    while (decision := game.decision(state)) and len(moments) < orders:
        side = decision.side
        proposal = chosen(sides[side], game.view(state, side))
        assert game.check(state, proposal.command) is None, (seats[side], proposal)
        moments.append(Asked(state, side, seats[side], tuple(told[side]), proposal))
        came = game.decide(state, proposal.command, chance)
        state = came.state
        for one, player in sides.items():
            for event in came.events:
                told[one].append(game.redact(event, one))
                player.observe(told[one][-1])
    return moments


def anew(game, moment, view, seed):
    """What somebody chooses who begins in the middle of a match."""
    player = players.find_player(moment.name, game.meta.id)(game, moment.side, seed)
    for event in moment.told:
        player.observe(event)
    return chosen(player, view)


def shows_that_its_players_are_sound(game_id, monkeypatch):
    """They are never refused, choose the same again, whoever goes on, and in any world that they cannot tell apart."""
    game = find_game(game_id)
    hurried(monkeypatch, game_id)
    fancy, worlds = Random("worlds"), 0
    sides = [side.id for side in game.meta.sides]
    for path in sample(resources.list_scenarios(game_id), 2, f"scenarios of {game_id} for its players"):
        names = sample(NAMES, 2, f"players of {game_id} in {path.stem}")
        for pair in zip(names[::2], names[1::2], strict=True):
            begin = (opening(game, path.stem), dict(zip(sides, pair, strict=True)), "hood")
            moments = played(game, *begin)
            assert [one.chosen for one in moments] == [one.chosen for one in played(game, *begin)]
            for moment in moments[-3:]:
                other = otherwise(game, moment.state, moment.side, fancy)
                worlds += other != moment.state and possible(other)
                assert anew(game, moment, game.view(other, moment.side), "hood") == moment.chosen
    assert worlds
