"""Whether a leader helps in the checks that a plan may bring about: a chip, as below other orders (10-d)."""

from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.survey import plans
from tabletop.games.ships_of_the_line.survey.choices import HELPS, WITHOUT
from tabletop.games.ships_of_the_line.survey.plans import PlanDraft
from tabletop.ui.boards.ships_of_the_line.stations.pickers import LeaderChip
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.layout import Row, Spacer

AID = "helm.aid"


def chip(state: State, draft: PlanDraft | None, *, unaided: bool) -> Widget | None:
    """The chip, which reports ``helm.aid``; None where no leader helps in anything that may come."""
    tried = draft.evaluation if draft and draft.verdict is None and draft.evaluation.plan else None
    helps = plans.find_leader_modifiers(state, tried) if tried else ()
    if not helps:
        return None
    told = " and ".join(f"{line.source} {line.change}" for line in helps)
    return Row([LeaderChip(AID, told, WITHOUT if unaided else HELPS), Spacer(grow=1)])
