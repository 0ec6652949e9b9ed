"""Open tens of thousands of hostile files; print what went wrong and the times: `make fuzz`.

The number of a file decides its content: `python -m tools.fuzz --first 4711 --files 1` opens it again. Files that did
harm are kept in the folder `fuzz-findings`.
"""

import argparse
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import quantiles

from tools.fuzz.files import build_hostile
from tools.fuzz.watch import OpenResult, open_number, warm_up

SLOW = 2.0
"""The most seconds that a file may take."""
FINDINGS_FOLDER = Path("fuzz-findings")
_CHUNK = 1000


def main(words: Sequence[str] | None = None) -> int:
    """Open the files of the command line; return 1 if something went wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--files", type=int, default=50_000, help="how many files")
    parser.add_argument("--first", type=int, default=0, help="number of the first file, its seed")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="how many at a time")
    wanted = parser.parse_args(words)
    print(f"{wanted.files} hostile files, numbers {wanted.first} to {wanted.first + wanted.files - 1}", flush=True)
    began = time.monotonic()
    outcomes = _open_all(range(wanted.first, wanted.first + wanted.files), wanted.processes)
    wrong = _print_faults(outcomes)
    print(f"{len(outcomes)} files in {time.monotonic() - began:.0f} s: {wrong or 'nothing'} wrong")
    return int(wrong > 0)


def _open_all(numbers: Sequence[int], processes: int) -> list[OpenResult]:
    if processes == 1:
        return _open_chunk(numbers)
    chunks = [numbers[start : start + _CHUNK] for start in range(0, len(numbers), _CHUNK)]
    with ProcessPoolExecutor(processes) as pool:
        return [outcome for some in pool.map(_open_chunk, chunks) for outcome in some]


def _open_chunk(numbers: Sequence[int]) -> list[OpenResult]:
    warm_up()
    return [open_number(number) for number in numbers]


def _print_faults(outcomes: Sequence[OpenResult]) -> int:
    """Print each kind of fault once, and the times; return the number of files with a fault.

    Saves one file of each kind.
    """
    wrong = defaultdict(list)
    for one in outcomes:
        if one.wrong:
            wrong[one.kind, one.door, one.where or one.wrong[:60]].append(one)
        elif one.seconds > SLOW:
            wrong[one.kind, one.door, f"more than {SLOW:.0f} s"].append(one)
    for (kind, door, where), met in sorted(wrong.items(), key=lambda found: -len(found[1])):
        first = met[0]
        print(f"{len(met)} × {kind}, {door}, {where}: {first.wrong} (files {[one.number for one in met[:6]]})")
        _save_file(first)
    _print_times(outcomes)
    return sum(map(len, wrong.values()))


def _print_times(outcomes: Sequence[OpenResult]) -> None:
    for (kind, door), count in sorted(Counter((one.kind, one.door) for one in outcomes).items()):
        took = sorted(one.seconds for one in outcomes if (one.kind, one.door) == (kind, door))
        usual = quantiles(took, n=100) if count > 1 else took * 99
        memory = max(one.memory for one in outcomes if (one.kind, one.door) == (kind, door))
        print(
            f"{kind}, {door}: {count} files, median {usual[49] * 1000:.0f} ms, 99 of 100 within "
            f"{usual[98] * 1000:.0f} ms, at most {took[-1] * 1000:.0f} ms and {memory:.0f} MB"
        )
    slowest = sorted(outcomes, key=lambda one: -one.seconds)[:8]
    print("Slowest: " + ", ".join(f"{one.number} ({one.kind}, {one.door}, {one.seconds:.1f} s)" for one in slowest))


def _save_file(one: OpenResult) -> None:
    FINDINGS_FOLDER.mkdir(exist_ok=True)
    file = build_hostile(one.number)
    (FINDINGS_FOLDER / f"{one.kind}-{file.name}").write_bytes(file.content)


if __name__ == "__main__":
    sys.exit(main())
