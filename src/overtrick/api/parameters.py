"""Parameters of calls: our own types of days and numbers, each with its bound, and a remedy where one is wrong."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from overtrick.api.problems import Finding, finding
from overtrick.formats.dates import FIRST_YEAR, LAST_YEAR
from overtrick.web import parameters as written

#: So much of a wrong value is said again.
_SHOWN = 40
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
#: No text has these characters; the document says so in the words of JSON Schema.
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_PLAIN = r"^[^\x00-\x1f\x7f]*$"
#: FIRST_YEAR to LAST_YEAR, likewise.
_YEARS = "192[5-9]|19[3-9][0-9]|20[0-9]{2}"
_WRONG = "parameter-value"


@dataclass(frozen=True)
class TakenParameter:
    """A type of parameter: how it is read, and what the document says of it."""

    def read(self, sent: object) -> object:
        """Read what was sent."""
        raise NotImplementedError

    @property
    def schema(self) -> dict[str, Any]:
        """What the document says."""
        raise NotImplementedError

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        del source, handler
        return core_schema.no_info_plain_validator_function(self.read)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        del schema, handler
        return dict(self.schema)


@dataclass(frozen=True)
class Whole(TakenParameter):
    """A whole number between two bounds."""

    least: int
    most: int

    def read(self, sent: object) -> int:
        """Read it."""
        found = written.whole(str(sent))
        if found is None or not self.least <= found <= self.most:
            bounds = {"least": self.least, "most": self.most}
            raise _wrong(_("Write a whole number from %(least)s to %(most)s.") % bounds)
        return found

    @property
    def schema(self) -> dict[str, Any]:
        """What the document says."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Words(TakenParameter):
    """A text up to a length; whoever reads it may take only some."""

    longest: int
    least: int = 1
    pattern: str = _PLAIN  #: as the document has it
    says: str = ""  #: likewise

    def read(self, sent: object) -> str:
        """Read it."""
        text = str(sent)
        if not self.least <= len(text) <= self.longest or _CONTROL.search(text):
            bounds = {"least": self.least, "most": self.longest}
            raise _wrong(_("Write a text of %(least)s to %(most)s characters.") % bounds)
        return text

    @property
    def schema(self) -> dict[str, Any]:
        """What the document says."""
        found = {"type": "string", "minLength": self.least, "maxLength": self.longest, "pattern": self.pattern}
        return {**found, "description": self.says} if self.says else found


@dataclass(frozen=True)
class OneOf(TakenParameter):
    """One of some words."""

    choices: tuple[str, ...]

    def read(self, sent: object) -> str:
        """Read it."""
        if sent not in self.choices:
            raise _wrong(_("Choose one of these: %s.") % ", ".join(self.choices))
        return str(sent)

    @property
    def schema(self) -> dict[str, Any]:
        """What the document says."""
        return {"type": "string", "enum": list(self.choices)}


@dataclass(frozen=True)
class YesNo(TakenParameter):
    """Yes or no."""

    def read(self, sent: object) -> bool:
        """Read it."""
        if sent not in ("yes", "no"):
            raise _wrong(_("Write yes or no."))
        return sent == "yes"

    @property
    def schema(self) -> dict[str, Any]:
        """What the document says."""
        return {"type": "string", "enum": ["yes", "no"]}


@dataclass(frozen=True)
class OneDay(TakenParameter):
    """A day as ISO writes it; 9/11/2026 could be two."""

    says: str = ""  #: what the document says besides

    def read(self, sent: object) -> date:
        """Read it."""
        text = str(sent)
        try:
            found = date.fromisoformat(text) if _DAY.fullmatch(text) else None
        except ValueError:
            found = None
        if found is None or not FIRST_YEAR <= found.year <= LAST_YEAR:
            raise _wrong(_("Write a day as 2026-11-10."))
        return found

    @property
    def schema(self) -> dict[str, Any]:
        """What the document says."""
        found = {"type": "string", "format": "date", "pattern": f"^({_YEARS})-[0-9]{{2}}-[0-9]{{2}}$"}
        return {**found, "description": self.says} if self.says else found


@dataclass(frozen=True)
class OneMonth(TakenParameter):
    """A month; its first day."""

    def read(self, sent: object) -> date:
        """Read it."""
        found = written.month(str(sent))
        if found is None:
            raise _wrong(_("Write a month as 2026-11."))
        return found

    @property
    def schema(self) -> dict[str, Any]:
        """What the document says."""
        return {"type": "string", "pattern": f"^({_YEARS})-(0[1-9]|1[0-2])$"}


Day = Annotated[date, OneDay()]
PastDay = Annotated[date, OneDay("Today or an earlier day.")]
#: The number of something that the office keeps.
Id = Annotated[int, Whole(1, written.LARGEST)]
Month = Annotated[date, OneMonth()]
Flag = Annotated[bool, YesNo()]
Year = Annotated[int, Whole(FIRST_YEAR, LAST_YEAR)]


def _wrong(remedy: str) -> PydanticCustomError:
    return PydanticCustomError(_WRONG, "{remedy}", {"remedy": remedy})


def of_error(error: Mapping[str, Any]) -> Finding:
    """Tell in our words what pydantic found wrong with a parameter or a part of a small body."""
    where = [str(part) if not isinstance(part, int) else part for part in error["loc"]]
    name = ".".join(map(str, where))
    if error["type"] == "missing":
        return missing(name)
    if error["type"] == "extra_forbidden":
        return unknown(name, ())
    remedy = error["ctx"]["remedy"] if error["type"] == _WRONG else str(error["msg"])
    return wrong(name, str(error["input"]), remedy)


def wrong(name: str, sent: str, remedy: str) -> Finding:
    """Say that a parameter does not take a value."""
    found = _("“%(name)s” is “%(sent)s”.") % {"name": name, "sent": sent[:_SHOWN]}
    return finding(_WRONG, found, remedy, name)


def missing(name: str, asks: str = "") -> Finding:
    """Say that a parameter is not given."""
    remedy = asks or _("Give it in the address.")
    return finding("parameter-missing", _("“%(name)s” is missing.") % {"name": name}, remedy, name)


def unknown(name: str, known: Collection[str]) -> Finding:
    """Say that there is no parameter of a name, and which may be meant."""
    found = _("There is no parameter “%(name)s” here.") % {"name": name[:_SHOWN]}
    meant = difflib.get_close_matches(name, known, 1)
    if meant:
        remedy = _("Did you mean “%(meant)s”?") % {"meant": meant[0]}
    elif known:
        remedy = _("Known are: %(known)s.") % {"known": ", ".join(sorted(known))}
    else:
        remedy = _("Leave it out.")
    return finding("parameter-unknown", found, remedy, name[:_SHOWN])


def strange(sent: QueryDict, known: Collection[str], several: Collection[str]) -> list[Finding]:
    """List parameters that nobody reads, and those that are given twice."""
    found = []
    for name, values in sent.lists():
        if name not in known:
            found.append(unknown(name, known))
        elif len(values) > 1 and name not in several:
            says = _("“%(name)s” is given %(count)s times.") % {"name": name, "count": len(values)}
            found.append(finding("parameter-twice", says, _("Give it once."), name))
    return found
