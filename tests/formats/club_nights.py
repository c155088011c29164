"""Invented club nights, assessed, for the tests of what is written from them."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from overtrick.engine.assessment import Assessment
from overtrick.engine.event import Contestant, Event, Field, Play, Player, Schedule, Stage
from overtrick.handbooks import edition as editions

EBU = editions.get("ebu").latest
ABF = editions.get("abf").latest

_SYLLABLES = (
    "Ado",
    "Bem",
    "Cor",
    "Dax",
    "Efa",
    "Gil",
    "Hol",
    "Jem",
    "Kip",
    "Lor",
    "Mun",
    "Nev",
    "Opa",
    "Pim",
    "Qua",
    "Rit",
)


def person(number: int) -> Player:
    first, last = divmod(number, len(_SYLLABLES))
    return Player(f"{_SYLLABLES[last]} {_SYLLABLES[first]}son", str(20100 + number))


def pair(number: int, place: int) -> Contestant:
    one, other = person(2 * number), person(2 * number + 1)
    return Contestant(f"{one.name} & {other.name}", (one, other), place, Decimal(60 - number))


def club_night(pairs: int = 8, status: str = "club", lists: tuple[str, ...] = ("",)) -> Event:
    """One session, one or two lists; the second and third pair of a list tie."""
    fields = []
    for at, name in enumerate(lists):
        ranked = [pair(at * pairs + each, 2 if each == 2 else each + 1) for each in range(pairs)]
        fields.append(Field(name, tuple(ranked)))
    stage = Stage(Play.PAIRS, Schedule(24), tuple(fields), winners=len(lists))
    return Event("Tuesday pairs", date(2026, 11, 10), (stage,), status, "Oakby Bridge Club")


def english(event: Event | None = None) -> Assessment:
    return EBU.assess(event or club_night())


def australian(event: Event | None = None) -> Assessment:
    return ABF.assess(event or club_night(status="E"))


def changed(event: Event, contestant: int, player: int, **values: object) -> Event:
    """Change something about one player of the first list."""
    (stage,) = event.stages
    field, *others = stage.fields
    rows = list(field.contestants)
    players = list(rows[contestant].players)
    players[player] = players[player]._replace(**values)  # type: ignore[arg-type]
    rows[contestant] = rows[contestant]._replace(players=tuple(players))
    fields = (field._replace(contestants=tuple(rows)), *others)
    return event._replace(stages=(stage._replace(fields=fields),))
