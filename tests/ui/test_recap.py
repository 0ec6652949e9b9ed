"""What a side is told that looked away."""

from types import SimpleNamespace

import pygame

from tabletop.core.match import Match, MatchSetup
from tabletop.ui.boards.contract import RecapEntry
from tabletop.ui.screens.table.recap import Recaps
from tests.contract.tiny_game import SCENARIO, Plain, TinyGame


def test_whoever_gets_up_before_anything_has_happened_is_told_all():
    match = Match.new(MatchSetup(TinyGame(), SCENARIO, "race.yaml", "recap"))
    recaps = Recaps(match, SimpleNamespace(recap_event=lambda event, side: RecapEntry(event)))
    recaps.look_away("red")
    for side in ("red", "blue", "red", "blue"):
        match.submit(Plain(side))
    recap = recaps.build_recap("red", lambda: pygame.Rect(0, 0, 0, 0))
    assert recap.body.splitlines() == ["red: 2 lengths", "blue: 2 lengths", "red: 4 lengths", "blue: 4 lengths"]
    assert recaps.build_recap("red", lambda: pygame.Rect(0, 0, 0, 0)) is None
