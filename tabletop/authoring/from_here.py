"""Set up from here: the scenario of a match with its things as they lie now."""

from collections.abc import Iterator

import msgspec

from tabletop.authoring.draft import Draft, Told
from tabletop.authoring.edits import Edit
from tabletop.core.game import AnyState
from tabletop.core.match import Match


class SetupFromPosition(msgspec.Struct, frozen=True):
    """Everything comes to lie as it does in a position."""

    state: AnyState

    def edits(self, draft: Draft) -> Iterator[Edit]:
        """As the game finds them."""
        return draft.kit.as_lies(draft.whole, self.state)

    def told(self, draft: Draft) -> Told:
        """That it was taken from a match."""
        return "Set up as things lie", ""


def from_match(match: Match) -> Draft:
    """A draft of what lies on the table; of a match with secrets that goes on only the scenario that it began with.

    Raises:
        ScenarioError: if its scenario is no YAML of which anything can be made.
    """
    header = match.header
    draft = Draft(header.game, header.scenario, header.source)
    if not match.game.has_secrets(match.state) or match.game.outcome(match.state) is not None:
        draft.do(SetupFromPosition(match.state))
    return draft
