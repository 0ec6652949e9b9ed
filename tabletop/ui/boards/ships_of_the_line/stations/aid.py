"""Whether a leader helps in the checks that a plan may bring about: a chip, as below other orders (10-d)."""

from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.survey import perils
from tabletop.games.ships_of_the_line.survey.choosing import HELPS, WITHOUT
from tabletop.games.ships_of_the_line.survey.plans import Draft
from tabletop.ui.boards.ships_of_the_line.stations.pickers import LeaderChip
from tabletop.ui.text import SMALL
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Row, Sized, Spacer
from tabletop.ui.widgets.panel import Panel

AID = "helm.aid"


def sheet(state: State, draft: Draft | None, width: float, *, unaided: bool) -> Widget | None:
    """A sheet with the chip, which reports ``helm.aid``; None where no leader helps in anything that may come."""
    tried = draft.trial if draft and draft.verdict is None and draft.trial.plan else None
    helps = perils.aid(state, tried) if tried else ()
    if not helps:
        return None
    told = " and ".join(f"{line.source} {line.change}" for line in helps)
    chip = LeaderChip(AID, told, WITHOUT if unaided else HELPS)
    body = Column([Text("He helps in what the plan may bring about.", SMALL), Row([chip, Spacer(grow=1)])], gap=8)
    return Sized(Panel(body, "Leader", ident="aid"), width)
