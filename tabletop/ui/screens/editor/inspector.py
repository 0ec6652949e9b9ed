"""The panel at the right: what is chosen with its fields, then what is wrong, then the distances of the book."""

from collections.abc import Iterator, Sequence

from tabletop.authoring.kit import DistanceGauge
from tabletop.core.document import DataPath
from tabletop.ui.boards.battle.desk import Fold
from tabletop.ui.screens.editor.bench import Bench
from tabletop.ui.screens.editor.fields import key_label
from tabletop.ui.screens.editor.form import Form
from tabletop.ui.screens.editor.problems import gauges, issues, problems
from tabletop.ui.screens.editor.shares import Shares
from tabletop.ui.text import PANEL_TITLE, SMALL
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.label import Fitted, Text
from tabletop.ui.widgets.layout import Column, Row
from tabletop.ui.widgets.panel import DoubleRule, Panel
from tabletop.ui.widgets.scroll import Scroll

WHOLE = "The battle"


def inspector(
    bench: Bench,
    form: Form,
    own: Sequence[Widget] | None,
    measured: Sequence[DistanceGauge],
    above: Sequence[Widget] = (),
) -> Widget:
    """Both scroll for themselves; `own` is what the game shows in place of fields, `above` what it shows over them."""
    fields = Column([*above, *_chosen(bench, form, own)], gap=8)
    wrong = Column([*problems(issues(bench.draft, measured), bench.problem), *gauges(bench.draft, measured)], gap=8)
    told = Shares(Scroll(fields, ident=f"inspector.scroll.{_title(bench)}"), Scroll(wrong, ident="problems.scroll"))
    return Panel(Column([*_head(bench), told], gap=8), ident="inspector", padding=14)


def _head(bench: Bench) -> Iterator[Widget]:
    fold = Fold("inspector.close", "expand", Tip("Collapse the panel"))
    yield Row([Fitted(_title(bench), PANEL_TITLE, tip=Tip(_title(bench))), fold], align="centre")
    yield DoubleRule()


def _title(bench: Bench) -> str:
    """What the fields are of."""
    draft = bench.draft
    if bench.form is not None:
        return _named(bench, bench.form)
    if len(bench.chosen) == 1:
        return draft.find_piece(bench.chosen[0]).name
    if bench.chosen:
        whole = (group.title for group in draft.groups if group.pieces and set(group.pieces) == set(bench.chosen))
        return next(whole, f"{len(bench.chosen)} ships").partition(" (")[0]
    return WHOLE


def _named(bench: Bench, path: DataPath) -> str:
    piece = next((one.name for one in bench.draft.pieces if one.path == path), "")
    if piece or not path:
        return piece or WHOLE
    last = path[-1]
    return key_label(str(last)) if isinstance(last, str) else f"{key_label(str(path[-2]))} {last + 1}"


def _chosen(bench: Bench, form: Form, own: Sequence[Widget] | None) -> Iterator[Widget]:
    if own is not None and bench.form is None:
        yield from own
        return
    if not bench.chosen and bench.form is None:
        yield Text("Nothing selected: settings of the whole battle.", SMALL)
    yield from form.rows(bench.shown)
