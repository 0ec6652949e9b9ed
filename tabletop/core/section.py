"""The pydantic base and field types of authored files. Imported only when a file is read, because pydantic is slow."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from tabletop.core.phrases import parse_minutes


def _check_one_line(text: str) -> str:
    """Return `text`; raises ValueError if there is a line break in it."""
    if "\n" in text:
        raise ValueError("expected one line, without line breaks")
    return text


def _check_time_of_day(clock: str) -> str:
    """Return `clock`; raises ValueError if it is no time of day such as 11:45."""
    parse_minutes(clock)
    return clock


OneLine = Annotated[str, Field(max_length=80), AfterValidator(_check_one_line)]
"""A title or a date."""
Name = Annotated[str, Field(max_length=40), AfterValidator(_check_one_line)]
"""The name of a piece, a side or a person."""
TimeOfDay = Annotated[str, Field(max_length=40), AfterValidator(_check_time_of_day)]
"""A time of day such as 11:45."""
Prose = Annotated[str, Field(max_length=4_000)]
"""A text for players, e.g. a briefing."""


class Section(BaseModel):
    """A part of an authored file: unknown keys and values of another type are errors."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
