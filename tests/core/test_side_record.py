"""A side's own record of a match: it holds what that side may know, and is watched, not gone on with (C-6)."""

from random import Random

import msgspec
import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import record_files, resources
from tabletop.core.commands import RedactedCommand
from tabletop.core.errors import RecordError, Refused
from tabletop.core.game import games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.core.match_history import MatchHistory
from tabletop.core.record import ComputerPlayer, Seating
from tabletop.core.record_files import encode_side_record, export_for_side
from tabletop.core.replay import Replay, list_viewers
from tabletop.core.verify import verify
from tests.records.test_archive import RECORDS
from tests.sampling import sample
from tests.secrets import otherwise, possible

SECRET = [game for game in games_by_id().values() if game.meta.secrets]
OURS = [path for path in RECORDS if not path.stem.startswith("tiny")]
SIDED = [(path, number) for path in OURS for number in (0, 1)]
ORDERS = 24


def record_of(name):
    return next(path for path in RECORDS if path.stem == name)


def opened(game, seed):
    file = resources.list_scenarios(game.meta.id)[0]
    text = file.read_text(encoding="utf-8")
    secret = {one.id: True for one in game.switches(game.read(text, file.name)) if one.id.startswith("secret")}
    players = {game.meta.sides[0].id: ComputerPlayer("captain", seed="a seed of it")}
    seating = Seating(computer=tuple(players), players=players)
    return Match.new(MatchSetup(game, text, file.name, seed, secret, seating))


@pytest.mark.parametrize(("path", "number"), sample(SIDED, 5, "sides of recorded matches"))
def test_it_tells_every_fact_and_every_view_as_the_side_had_them(path, number, tmp_path):
    match = Match.load(path)
    side = match.game.meta.sides[number].id
    kept = Match.load(record_files.export_record(path, tmp_path / "own", side))
    assert kept.state == match.view(side) and len(kept.trace) == len(match.trace)
    for (_, move), (_, own) in zip(match.trace, kept.trace, strict=True):
        assert list(match.view_events(move, side)) == list(kept.view_events(own, side))
        assert isinstance(own.command, RedactedCommand) == (move.command.side != side)
        assert kept.game.seat_of_command(own.before, own.command) == match.game.seat_of_command(
            move.before, move.command
        )


def seen_of(match, side):
    return [match.game.redact(event, side) for event in match.moves[-1].events]


def compared(match, order, side, fancy):
    """How many pairs of matches that a side cannot tell apart came out the same: other sealed choices, other cards."""
    game, found = match.game, 0
    given = match.match_at(len(match.trace))
    given.submit(order)
    others = [one for one in game.choices(match.state) if one != order] if order.side != side else []
    for other in fancy.sample(others, min(3, len(others))):
        twin = match.match_at(len(match.trace))
        twin.submit(other)
        if seen_of(twin, side) == seen_of(given, side) and twin.view(side) == given.view(side):
            assert encode_side_record(twin, side) == encode_side_record(given, side)
            found += 1
    hidden = otherwise(game, match.state, side, fancy)
    fits = possible(hidden) if hasattr(hidden, "mixed") else True
    if fits and game.check(hidden, order) is None and hidden != match.state:
        pair = [Match(MatchHistory(game, state), match.header) for state in (match.state, hidden)]
        for placed in pair:
            placed.submit(order)
        if seen_of(pair[0], side) == seen_of(pair[1], side) and pair[0].view(side) == pair[1].view(side):
            assert encode_side_record(pair[0], side) == encode_side_record(pair[1], side)
            found += 1
    return found


@pytest.mark.parametrize("game", SECRET, ids=lambda game: game.meta.id)
def test_c6_no_byte_of_it_depends_on_what_the_side_cannot_know(game):
    fancy, match, found = Random(5), opened(game, "keppel"), dict.fromkeys((one.id for one in game.meta.sides), 0)
    for _ in range(ORDERS):
        offers = list(game.choices(match.state)) if game.outcome(match.state) is None else []
        if not offers:
            break
        order = fancy.choice(offers)
        for side in found:
            found[side] += compared(match, order, side, fancy)
        match.submit(order)
    assert all(found.values())
    for side in found:
        text = encode_side_record(match, side).decode()
        assert "a seed of it" not in text and '"seed":"keppel"' not in text


def test_c6_cards_that_were_never_shown_stand_nowhere_in_it():
    match = Match.load(record_of("volley_won")).match_at(25)
    hand = set(match.state.cards.hands["blue"])
    told = msgspec.json.encode(
        [[match.game.redact(event, "red") for event in move.events] for move in match.moves]
    ).decode()
    unseen = [card for card in hand if f'"{card}"' not in told]
    lines = encode_side_record(match, "red").decode().split("\n")
    deck = lines[0]  # which cards there are everybody knows
    assert unseen and all(f'"{card}"' in deck for card in unseen)
    for card in unseen:
        assert not any(f'"{card}"' in line.replace(deck_of(match), "") for line in lines[1:])


def deck_of(match):
    """The deck as it stands in every view."""
    return f'"deck":{msgspec.json.encode(match.state.deck).decode()}'


def test_it_is_watched_as_that_side_and_neither_gone_on_with_nor_taken_over_nor_verified(tmp_path):
    path = record_files.export_record(record_of("volley_won"), tmp_path / "own", "red")
    match = Match.load(path)
    assert list_viewers(match) == list_viewers(match, "blue") == ("red",)
    replay = Replay(match, "red", 20)
    assert "you can watch it" in replay.explain_no_takeover()
    for deed in (match.undo_by_agreement, lambda: verify(path), lambda: export_for_side(path, "blue")):
        with pytest.raises(RecordError, match=r"one side|does not hold"):
            deed()
    running = Match.load(record_files.export_record(record_of("duel_open"), tmp_path / "open", "british"))
    order = next(iter(running.game.choices(running.state)))
    with pytest.raises((RecordError, Refused)):
        running.submit(order)
    assert export_for_side(path, "red") == path.read_bytes()
