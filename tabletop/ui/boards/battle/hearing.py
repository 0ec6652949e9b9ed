"""What is heard of a battle: events as they begin to be seen, from where the ship is that they are about."""

from collections.abc import Callable

from tabletop.core.events import Event
from tabletop.ui.boards.battle.camera_view import CameraView
from tabletop.ui.sound.mixing import HERE, seen_from
from tabletop.ui.sound.score import Score, calls
from tabletop.ui.sound.speaker import SPEAKER


def listener(view: CameraView, score: Score) -> Callable[[object, Event], None]:
    """What is told of each event when it begins, with the state before it."""

    def heard(before: object, event: Event) -> None:
        for call in calls(score, before, event):
            places = view.chart.places([call.piece]) if call.piece else ()
            SPEAKER.ask(call.kind, seen_from(view.camera, places[0]) if places else HERE, call.after)

    return heard
