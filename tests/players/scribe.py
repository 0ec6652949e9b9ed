"""The program of a player's process that writes what it likes: the answers that `TABLETOP_SCRIBE` names."""

import json
import os
import sys

MEGABYTE = "x" * 1_000_000


def better(number, command, why=""):
    return json.dumps({"type": "Better", "number": number, "command": command, "why": why})


def decided(number):
    return json.dumps({"type": "Decided", "number": number})


def flood(number):
    """Many answers at once, and one more that nobody decides."""
    for _ in range(300_000):
        yield better(number, {"do": "pass", "side": "red"}, "one of many")


def endless_line(_number):
    """One line of 600 MB."""
    for _ in range(600):
        sys.stdout.write(MEGABYTE)
        yield None


WRITES = {
    "illegal": lambda number: [better(number, {"do": "deal", "side": "red"}), decided(number)],
    "illegal and undecided": lambda number: [better(number, {"do": "deal", "side": "red"})],
    "of the other side": lambda number: [better(number, {"do": "pass", "side": "blue"}), decided(number)],
    "wrong shape": lambda number: [better(number, {"do": "attack", "side": ["red"], "cards": 7}), decided(number)],
    "no order": lambda number: [better(number, "pass"), decided(number)],
    "unknown order": lambda number: [better(number, {"do": "win", "side": "red"}), decided(number)],
    "nested": lambda number: [better(number, 0).replace(": 0", f": {'[' * 9000}{']' * 9000}"), decided(number)],
    "nothing": lambda number: [decided(number)],
    "answers to questions to come": lambda number: [decided(number + 1000)],
    "flood": flood,
    "endless line": endless_line,
    "no json": lambda _number: ["Aye, aye"],
    "no text": lambda _number: ["\udcff"],
    "long reason": lambda number: [better(number, {"do": "win", "side": "red"}, MEGABYTE[:900_000]), decided(number)],
}


def main():
    sys.stdout.reconfigure(errors="surrogateescape")
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["type"] == "Consider":
            for answer in WRITES[os.environ["TABLETOP_SCRIBE"]](asked["number"]):
                if answer is not None:
                    sys.stdout.write(f"{answer}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
