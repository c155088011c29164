"""At which status will a planned event be? (1.2, 1.4.2, 1.6)"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from overtrick.engine.days import months_after
from overtrick.handbooks.family import status as levels

from . import event_forms, status_of_event, team_leagues
from .entitlements import Form
from .organisations import OrganiserKind
from .planned_events import BLUE_EVENT, LADDER, UNUSUAL
from .team_leagues import League

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.programme import Planned

    from .organisations import Organisation

_OFTEN = {"weekly": 7, "fortnightly": 14}
_MONTHLY, _EVERYBODY = "monthly", "everybody"
_LEAGUES = {OrganiserKind.CLUB: "club", OrganiserKind.COUNTY: "county", OrganiserKind.DISTRICT_LEAGUE: "district"}
_PLAYED = {"fixed dates": (True, False), "private matches": (False, True), "both": (True, True)}
INTER_COUNTY = "inter-county league"


def level(book: Book, whose: Organisation, planned: Planned, others: Sequence[Planned]) -> Step | None:
    """Give the status that an event will have; None as long as it is not known."""
    if planned.kind in _LEVELS:
        return _LEVELS[planned.kind](book, whose, planned)
    if whose.kind is OrganiserKind.NATIONAL:
        return event_forms.colour_of_an_ebu_event(green=planned.answers.text("colour") == "green")
    own, said = own_level(book, whose, planned, others), planned.answers
    if planned.kind == Form.MAJOR and said.text("colour") != "green":
        sessions = (said.number("sessions") or 1,)
        return status_of_event.major_championship(book, own, sessions, 0, knock_out=bool(said.holds("knock-out")))
    if planned.kind == LADDER and said.holds("championship"):
        parts = tuple(event_forms.colour_within_a_ladder(blue_major=True, overall=each) for each in (True, False))
        return own._replace(because=(*own.because, *parts))
    return own


def own_level(book: Book, whose: Organisation, planned: Planned, others: Sequence[Planned]) -> Step:
    """Give the organiser's own status; a county's goes down with the number of its regular games."""
    games = games_of(planned, others) if planned.kind == Form.REGULAR else ()
    return status_of_event.regular_game(book, whose.kind, members_only=_members_only(planned), games=games)


def _members_only(planned: Planned) -> bool:
    return planned.answers.text("entry") != _EVERYBODY


def _licensed(book: Book, _whose: Organisation, planned: Planned) -> Step:
    outside = bool(planned.answers.holds("from outside"))
    return status_of_event.licensed(book, from_outside=outside, members_only=_members_only(planned))


def _league(book: Book, whose: Organisation, planned: Planned) -> Step:
    found = league_of(whose, planned)
    place = status_of_event.league(book, found.kind, planned.answers.number("division") or 1)
    return place._replace(because=(*place.because, team_leagues.pays(book, found)))


def _of_a_district(book: Book, _whose: Organisation, _planned: Planned) -> Step:
    return status_of_event.league(book, "district")


def _simultaneous(book: Book, whose: Organisation, _planned: Planned) -> Step:
    return status_of_event.simultaneous_pairs(book, overall=whose.kind is OrganiserKind.COUNTY)


def _inter_organisation(book: Book, whose: Organisation, planned: Planned) -> Step:
    said = planned.answers
    return status_of_event.inter_organisation(
        book,
        whose.kind,
        all_members=bool(said.holds("own members")),
        from_outside=bool(said.holds("from outside")),
        members_only=_members_only(planned),
    )


def games_of(planned: Planned, others: Sequence[Planned]) -> list[date]:
    """List the days of the regular games of a year: those of this event and of the others."""
    return [day for each in (planned, *others) if each.kind == Form.REGULAR for day in _days(each)]


def _days(planned: Planned) -> list[date]:
    often = planned.answers.text("often")
    if often == _MONTHLY:
        every = [months_after(planned.day, at) for at in range(13)]
    elif often in _OFTEN:
        every = [planned.day + timedelta(days=at) for at in range(0, 366, _OFTEN[often])]
    else:
        every = [planned.day]
    return [day for day in every if day <= planned.last_day]


def league_of(whose: Organisation, planned: Planned) -> League:
    """Tell what was answered about a league."""
    said = planned.answers
    fixed, private = _PLAYED.get(said.text("played"), (False, False) if said.text("played") else (None, None))
    return League(
        kind=team_leagues.INTER_COUNTY if planned.kind == INTER_COUNTY else _LEAGUES.get(whose.kind, "district"),
        team_of=said.number("team of") or 4,
        fixed_dates=fixed,
        private_matches=private,
        divisions=said.number("divisions") or 1,
        club_affiliated=whose.affiliated,
        counties=said.number("counties"),
        licensed=True if {INTER_COUNTY, "event of another body"} & set(planned.licences) else None,
        green_approved=said.holds("green approved"),
        teams_a_division=said.number("teams a division"),
        one_team_a_county=said.holds("one team a county"),
        stages=said.number("stages") or 1,
        boards_a_match=said.number("boards a match"),
        boards_a_stage=said.number("boards a stage"),
        squad=said.number("squad"),
    )


def _multi_county(book: Book, whose: Organisation, planned: Planned) -> Step | None:
    """By the entry, once it is known: from home, from outside, and the most of one other county."""
    said = planned.answers
    home, outside, most = (
        said.number(each) for each in ("home entries", "entries from outside", "most from one county")
    )
    if home is None or outside is None or not most or not home + outside:
        return None
    entry = {whose.name: home}
    for at in range(0, outside, most):
        entry[f"{at}"] = min(most, outside - at)
    return status_of_event.multi_county(book, said.text("play"), whose.name, entry)


def fact(book: Book, found: Step | None) -> str:
    """Name the status that results are told; nothing where it is none of the table's."""
    name = "" if found is None else levels.label(book, found).lower()
    return name if name in levels.names(book) else ""


_LEVELS: dict[str, Callable[[Book, Organisation, Planned], Step | None]] = {
    Form.OPEN: _licensed,
    BLUE_EVENT: _licensed,
    "event of another body": _licensed,
    UNUSUAL: _licensed,
    Form.LEAGUE: _league,
    INTER_COUNTY: _league,
    Form.OF_A_DISTRICT_LEAGUE: _of_a_district,
    Form.SIMULTANEOUS: _simultaneous,
    Form.MULTI_COUNTY: _multi_county,
    "inter-organisation event": _inter_organisation,
}
