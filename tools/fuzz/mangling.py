"""Ways to damage a file: its bytes, its lines, and any part of its data."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import yaml

from tabletop.core.record import compute_check

LARGEST = 5_000_000
"""The most bytes of a hostile file; the program refuses authored files above 4 MB."""
NUMBERS: tuple[Any, ...] = (
    0,
    1,
    -1,
    2.5,
    7,
    360,
    1e17,
    1e300,
    1e308,
    -1e308,
    5e-324,
    10**9,
    10**18,
    -(10**18),
    10**30,
    float("nan"),
    float("inf"),
    float("-inf"),
)
DEPTHS = (1, 2, 60, 80)
"""Possible depths of nesting; three times the largest can still be written as YAML here."""
WORDS = (
    "",
    " ",
    "a",
    "B1",
    "no",
    "12:30",
    "\x00",
    "a\x00b",
    "\x1b[31mred",
    "one\ntwo",
    "x:1:1: y",
    "\r",
    "\x85",
    "\u2028",
    "\u202eB1",
    "🏴‍☠️",
    "e" + "\u0301" * 60,
    "ﷺ" * 40,
    "../../..",
    "/dev/zero",
    "{0}",
    "%n",
    "W" * 240,
    "x" * 3000,
    "long words " * 300,
    "long words " * 3000,
)
TOKENS = (
    b"\x00",
    b"\x1b[2J",
    b"\xff\xfe",
    b"\xc3\x28",
    b"\xed\xa0\x80",
    b"\xf0\x9f\x8f\xb4",
    b"9" * 5000,
    b"1e999",
    b"-",
    b"[" * 5000,
    b"{" * 3000,
    b"- " * 3000,
    b"\t",
    b"!!python/object:os.system x",
    b"? ",
    b": ",
    b"&a ",
    b"*a",
    b"---\n",
    b"...\n",
    b"%YAML 9.9\n",
    b"\xef\xbb\xbf",
    b"'",
    b'"',
    b"|",
    b">",
    b"#",
    b"\r\n",
    b"null",
    b"x" * 30_000,
)
_KEYS = ("", "x", "title", "game", "\x00", "0", "k" * 3000)


def build_alias_bomb() -> bytes:
    """Return a YAML page that would fill any memory if its aliases were expanded."""
    lines = [b"a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [b"a%d: &a%d [%s]" % (n, n, b", ".join([b"*a%d" % (n - 1)] * 9)) for n in range(1, 12)]
    return b"\n".join(lines)


WHOLE_FILES: tuple[Callable[[], bytes], ...] = (
    lambda: b"",
    lambda: b"\n",
    lambda: bytes(range(256)),
    build_alias_bomb,
    lambda: b"x: [" + b"a, " * 1_000_000 + b"a]",
    lambda: b"[" * 100_000,
    lambda: b"".join(b" " * n + b"a:\n" for n in range(2000)),
    lambda: b"a: 1\n" * 300_000,
    lambda: b"".join(b"k%d: 1\n" % n for n in range(200_000)),
    lambda: b"x" * LARGEST,
    lambda: b"title: '" + b"long words " * 300_000 + b"'",
)
"""Files that have nothing in common with the file they replace."""


class Mangler:
    """A source of random damage; `fancy` decides each change."""

    def __init__(self, fancy: Random) -> None:
        self._fancy = fancy
        self._there: list[Any] = []

    def mangle_bytes(self, content: bytes) -> bytes:
        """Return bytes with one to three changes that ignore their meaning."""
        for _ in range(self._fancy.randint(1, 3)):
            content = self._fancy.choice(_RAW)(self, content)[:LARGEST]
        return content

    def mangle_yaml(self, plain: Any) -> bytes:
        """Return data as YAML with one to three of its parts changed."""
        changed = self.mangle_parts(plain, self._fancy.randint(1, 3))
        return yaml.dump(changed, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True).encode()[:LARGEST]

    def mangle_record(self, lines: Sequence[Any]) -> bytes:
        """Return a record with some lines changed, lost, doubled or moved, and with valid checks."""
        kept = list(lines)
        self._there = list(_list_parts(self._fancy.choice(kept)))
        for _ in range(self._fancy.choice((1, 1, 2, 3))):
            self._fancy.choice((self._some_line, self._some_line, self._shuffle_lines))(kept)
        if kept and isinstance(kept[-1], dict) and self._fancy.random() < 0.8:
            kept[-1] = {**kept[-1], "hash": ""}
        return encode_with_checks(kept)[:LARGEST]

    def mangle_settings(self, plain: Any) -> bytes:
        """Return settings as JSON with one to three of their parts changed."""
        return json.dumps(self.mangle_parts(plain, self._fancy.randint(1, 3))).encode()

    def mangle_parts(self, plain: Any, changes: int) -> Any:
        """Return plain data with some of its parts, at any depth, changed."""
        self._there = list(_list_parts(plain))
        for _ in range(changes):
            plain = self._change_somewhere(plain)
        return plain

    # --- parts

    def _change_somewhere(self, plain: Any) -> Any:
        """Descend at random, usually far, and change the part that is found."""
        inside = isinstance(plain, dict | list) and len(plain) > 0
        if not inside or self._fancy.random() < 0.12:
            return self._replace(plain)
        if isinstance(plain, list):
            place = self._fancy.randrange(len(plain))
            return [*plain[:place], self._change_somewhere(plain[place]), *plain[place + 1 :]]
        if self._fancy.random() < 0.15:
            return self._keys(plain)
        key = self._fancy.choice(list(plain))
        return plain | {key: self._change_somewhere(plain[key])}

    def _replace(self, plain: Any) -> Any:
        return self._fancy.choice(_PARTS)(self, plain)

    def _number(self, _plain: Any) -> Any:
        return self._fancy.choice(NUMBERS)

    def _another(self, plain: Any) -> Any:
        """Return another part of the same type from the file: another ship, another card, another number."""
        alike = [part for part in self._there if type(part) is type(plain)]
        return self._fancy.choice(alike) if alike else plain

    def _word(self, _plain: Any) -> str:
        return self._fancy.choice(WORDS)

    def _spoil_word(self, plain: Any) -> Any:
        """Return a text with something foreign inserted."""
        if not isinstance(plain, str):
            return str(plain)
        place = self._fancy.randint(0, len(plain))
        return plain[:place] + self._fancy.choice(WORDS) + plain[place:]

    def _change_number(self, plain: Any) -> Any:
        """Return a number nearby; for anything else the length of its text."""
        near = isinstance(plain, int | float) and not isinstance(plain, bool)
        return plain + self._fancy.choice((-1, 1, 0.5, 7, 1000)) if near else len(str(plain))

    def _plain(self, _plain: Any) -> Any:
        return self._fancy.choice((None, True, False, [], {}))

    def _deep(self, plain: Any) -> Any:
        for _ in range(self._fancy.choice(DEPTHS)):
            plain = [plain] if self._fancy.random() < 0.5 else {"x": plain}
        return plain

    def _many(self, plain: Any) -> Any:
        """Return many copies of a part as a list."""
        often = self._fancy.choice((2, 50, 1500)) if len(str(plain)) < 500 else 2
        return plain * often if isinstance(plain, list) else [plain] * often

    def _keys(self, plain: dict[Any, Any]) -> Any:
        """Return a mapping with a key removed, renamed or added."""
        key = self._fancy.choice(list(plain))
        less = {one: part for one, part in plain.items() if one != key}
        other = self._fancy.choice((*_KEYS, *plain))
        return self._fancy.choice((less, {**less, other: plain[key]}, {**plain, other: plain[key]}))

    # --- records

    def _some_line(self, lines: list[Any]) -> None:
        if lines:
            place = self._fancy.randrange(len(lines))
            lines[place] = self._change_somewhere(lines[place])

    def _shuffle_lines(self, lines: list[Any]) -> None:
        """Remove, double or move lines of a record, in place."""
        for _ in range(self._fancy.randint(1, 4)):
            if len(lines) > 2:
                line = lines.pop(self._fancy.randrange(1, len(lines)))
                for _ in range(self._fancy.choice((0, 1, 1, 2))):
                    lines.insert(self._fancy.randint(1, len(lines)), line)

    # --- bytes

    def _place(self, content: bytes) -> int:
        return self._fancy.randint(0, len(content))

    def _flip_bit(self, content: bytes) -> bytes:
        place = self._place(content)
        return (
            content[:place]
            + bytes(byte ^ 1 << self._fancy.randrange(8) for byte in content[place : place + 1])
            + (content[place + 1 :])
        )

    def _truncate(self, content: bytes) -> bytes:
        return content[: self._place(content)]

    def _insert_token(self, content: bytes) -> bytes:
        place = self._place(content)
        return content[:place] + self._fancy.choice(TOKENS) + content[place:]

    def _remove_part(self, content: bytes) -> bytes:
        start, end = sorted((self._place(content), self._place(content)))
        return content[:start] + content[end:]

    def _double_part(self, content: bytes) -> bytes:
        start, end = sorted((self._place(content), self._place(content)))
        return content[:end] + content[start:end] * self._choose_count((1, 1, 20), end - start) + content[end:]

    def _move_line(self, content: bytes) -> bytes:
        """Return the bytes with a line repeated or moved."""
        lines = content.split(b"\n")
        line = lines.pop(self._fancy.randrange(len(lines)))
        place = self._fancy.randint(0, len(lines))
        return b"\n".join([*lines[:place], *[line] * self._choose_count((0, 1, 2, 3000), len(line)), *lines[place:]])

    def _choose_count(self, times: Sequence[int], size: int) -> int:
        """Return a random count for something of `size` bytes, limited by the largest file."""
        return min(self._fancy.choice(times), LARGEST // max(size, 1) + 1)

    def _change_digits(self, content: bytes) -> bytes:
        found = list(re.finditer(rb"[0-9]+", content))
        if not found:
            return content
        one = self._fancy.choice(found)
        return content[: one.start()] + self._fancy.choice((b"1e308", b"-1", b"9" * 400, b"0")) + content[one.end() :]

    def _change_encoding(self, content: bytes) -> bytes:
        text = content.decode("latin-1")
        return self._fancy.choice((text.encode("utf-16"), b"\xef\xbb\xbf" + content, content.replace(b"\n", b"\r\n")))

    def _replace_file(self, _content: bytes) -> bytes:
        return self._fancy.choice(WHOLE_FILES)()


_PARTS: tuple[Callable[[Mangler, Any], Any], ...] = (
    *[Mangler._another] * 12,
    *[Mangler._number] * 2,
    *[Mangler._word] * 2,
    *[Mangler._change_number] * 2,
    Mangler._spoil_word,
    Mangler._plain,
    Mangler._deep,
    Mangler._many,
)
_RAW: tuple[Callable[[Mangler, bytes], bytes], ...] = (
    *[Mangler._insert_token] * 6,
    *[Mangler._change_digits] * 5,
    *[Mangler._flip_bit] * 3,
    *[Mangler._move_line] * 3,
    *[Mangler._truncate] * 2,
    *[Mangler._remove_part] * 2,
    *[Mangler._double_part] * 2,
    Mangler._change_encoding,
    Mangler._replace_file,
)


def _list_parts(plain: Any) -> Iterator[Any]:
    """Yield plain data and every part of it."""
    yield plain
    for part in plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else ():
        yield from _list_parts(part)


def encode_with_checks(lines: Sequence[Any]) -> bytes:
    """Return lines of a record with valid checks."""
    text, chain = [], ""
    for line in lines:
        body = json.dumps(line, separators=(",", ":")).encode()
        body = body if body.startswith(b"{") else b"{" + body
        chain = compute_check(body, chain)
        text.append(b'{"check":"' + chain.encode() + b'",' + body[1:] + b"\n")
    return b"".join(text)
