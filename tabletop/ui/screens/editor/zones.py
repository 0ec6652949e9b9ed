"""The zones in which a side places its ships before the battle, for the sea and the hex map."""

from collections.abc import Mapping, Sequence

from tabletop.authoring.draft import AddEntry, Change, CombinedChange, Draft, RemoveField, SetField, switch_on
from tabletop.authoring.kit import Data, value_at
from tabletop.core.document import DataPath
from tabletop.ui.screens.editor.session import EditorSession
from tabletop.ui.text import SMALL
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.form_controls import Segments
from tabletop.ui.widgets.label import Text

ZONES: DataPath = ("deploy", "zones")
SIDE_PICKER, NEW_BUTTON = "zone.side", "zone.new"
ZoneEntry = Mapping[str, object]


def selected_zone(session: EditorSession) -> int | None:
    """Return the number of the zone whose fields are shown; None for none."""
    path = session.form_path or ()
    number = path[len(ZONES)] if path[: len(ZONES)] == ZONES and len(path) > len(ZONES) else None
    return number if isinstance(number, int) and number < len(list_entries(session.draft.data)) else None


def list_entries(data: Data) -> Sequence[ZoneEntry]:
    """Return all zones as the file has them."""
    found = value_at(data, ZONES)
    return [one if isinstance(one, dict) else {} for one in found] if isinstance(found, list) else []


def side_to_draw(session: EditorSession) -> str:
    """Return the side of the next zone."""
    sides = [one.id for one in session.draft.game.meta.sides]
    return session.side if session.side in sides else sides[0]


def describe_zone(draft: Draft, entry: ZoneEntry) -> str:
    """Return the label of a zone: its side, and its ships if it names any."""
    names = {one.id: one.name for one in draft.game.meta.sides}
    ships = entry.get("ships")
    whose = names.get(str(entry.get("side")), "Nobody")
    return f"{whose}: {', '.join(map(str, ships))}" if isinstance(ships, list) and ships else whose


def build_added_zone(draft: Draft, entry: ZoneEntry, switch: str = "") -> Change:
    """Return the change that adds a zone and, for the first one, switches option `switch` on."""
    there = draft.data.get("deploy") is not None
    change: Change = AddEntry(ZONES, entry) if there else SetField(ZONES[:1], {ZONES[1]: [entry]})
    return CombinedChange((*(switch_on(draft, switch) if switch else ()), change), "Zone drawn")


def build_removed_zone(draft: Draft, number: int) -> Change:
    """Return the change that removes a zone; with the last zone the whole key goes."""
    return RemoveField((*ZONES, number) if len(list_entries(draft.data)) > 1 else ZONES[:1])


def build_tool_rows(session: EditorSession, about: str) -> Sequence[Widget]:
    """Return the hint `about` and the picker of a side, or a button for a new zone while one is selected."""
    if selected_zone(session) is not None:
        return [
            Text(about, SMALL),
            Button(NEW_BUTTON, "New zone", tip=Tip("New zone", "Clears the selection so that you can draw another.")),
        ]
    sides = [(one.id, one.name.split()[0]) for one in session.draft.game.meta.sides]
    return [
        Text(about, SMALL),
        Segments(SIDE_PICKER, sides, side_to_draw(session), tip=Tip("Side", "Whose zone you draw next.")),
    ]
