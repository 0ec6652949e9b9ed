"""`python -m tools.benchmarks.late [WIDTH]`: play the session in a window and tell of each late frame."""

import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from types import FrameType

from tools.benchmarks import processes, window
from tools.benchmarks.session import WINDOWS, ScriptedHand, ScriptedSession, measure_cpu_seconds

EVERY = 0.0005
"""Seconds between two looks at what is being done."""
TOLD = 0.08
"""Share of a frame from which on a function is told."""
OURS = "tabletop/"
PART = "from tools.benchmarks import late\nlate.play_session({})"
Stack = tuple[str, ...]
"""Functions of the program that were under way, the outermost first."""


class StackSampler:
    """Looks at what is being done, every now and then.

    Attributes:
        seen: what was under way, each as often as it was found so.
    """

    def __init__(self) -> None:
        self.seen = Counter[Stack]()
        signal.signal(signal.SIGALRM, self._look)

    def _look(self, _number: int, frame: FrameType | None) -> None:
        self.seen[tuple(_list_frames_on_stack(frame))[::-1]] += 1

    def measure_cpu_seconds(self, doing: Callable[[], object]) -> float:
        """Seconds of the processor's time that something takes."""
        self.seen.clear()
        signal.setitimer(signal.ITIMER_REAL, EVERY, EVERY)
        try:
            return measure_cpu_seconds(doing)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def format_tree(self) -> str:
        """A tree of what took most."""
        return "\n".join(_format_tree(list(self.seen.items()), sum(self.seen.values()) * TOLD, 1))


def _list_frames_on_stack(frame: FrameType | None) -> Iterator[str]:
    while frame is not None:
        path, code = frame.f_code.co_filename, frame.f_code
        if OURS in path:
            yield f"{path.rpartition(OURS)[2]}:{frame.f_lineno} {code.co_qualname}"
        frame = frame.f_back


def _format_tree(seen: Iterable[tuple[Stack, int]], least: float, depth: int) -> Iterator[str]:
    """What was under way at the same depth, each with what it called."""
    calls = Counter[str]()
    for stack, count in seen:
        if stack:
            calls[stack[0]] += count
    for call, count in calls.most_common():
        if count < least:
            return
        yield f"{'  ' * depth}{count * TOLD / least:4.0%} {call}"
        yield from _format_tree([(stack[1:], one) for stack, one in seen if stack[:1] == (call,)], least, depth + 1)


class SampledHand(ScriptedHand):
    """Tells of each frame that takes longer than so many milliseconds."""

    within = 0.0

    def step(self) -> None:
        """One frame."""
        frames = self.frames.setdefault(self.part, [])
        frames.append(1e3 * SAMPLER.measure_cpu_seconds(self.app.step))
        if frames[-1] > self.within:
            print(f"{self.part}, {self.doing}, frame {len(frames)}: {frames[-1]:.1f} ms\n{SAMPLER.format_tree()}")


SAMPLER = StackSampler()


def play_session(width: int) -> None:
    """The session in the window of this process; each late frame is told."""
    size, within = next(one for one in WINDOWS if one[0][0] == width)
    session = ScriptedSession(size)
    session.hand = SampledHand(session.stage.app)
    session.hand.within = within
    frames = session.run()
    late = {part: sum(one > within for one in took) for part, took in frames.items()}
    print(f"{sum(late.values())} of {sum(map(len, frames.values()))} late: {late}")


def main() -> int:
    """In a window of its own."""
    width = int(sys.argv[1]) if sys.argv[1:] else WINDOWS[0][0][0]
    with window.open_virtual_screen(next(one for one, _ in WINDOWS if one[0] == width)) as display:
        print(
            processes.run_code(PART.format(width), DISPLAY=display, SDL_VIDEODRIVER="x11", SDL_VIDEO_WINDOW_POS="0,0")
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
