"""Who is told what comes up for the first time, and who is not."""

from msgspec.structs import replace

from tabletop.ui import settings


class Newcomer:
    """Who has read which notes, and whether more are wanted; kept in the settings."""

    def __init__(self) -> None:
        kept = settings.read()
        self.wanted, self._seen = kept.notes, set(kept.notes_seen)

    def knows(self, note: str) -> bool:
        """Whether a note was read before."""
        return not self.wanted or note in self._seen

    def told(self, note: str) -> bool:
        """Whether it was, whatever is wanted now."""
        return note in self._seen

    def read(self, note: str) -> None:
        """It was read now."""
        self._seen.add(note)
        settings.write(replace(settings.read(), notes_seen=tuple(sorted(self._seen))))

    def enough(self) -> None:
        """No more notes."""
        self.wanted = False
        settings.write(replace(settings.read(), notes=False))


class Veteran(Newcomer):
    """Who needs no notes; stands where a picture is taken, and in lessons, which say it themselves."""

    def __init__(self) -> None:
        self.wanted, self._seen = False, set()


VETERAN = Veteran()
