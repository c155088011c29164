"""Records about files, drafts and submissions, and how they are made of what the register tells."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import cast

import msgspec

from overtrick.api.records import NoteData, Points, ProblemData, QuestionData
from overtrick.formats.awards_json import problem_data
from overtrick.formats.outcome_json import note_data, question_data
from overtrick.register.competitions import say_who
from overtrick.register.competitions.draft import Draft
from overtrick.register.competitions.join import Under
from overtrick.register.competitions.models import HeldCredit, Seat, Submission, Upload
from overtrick.register.federations import handbook, numbers
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import sight
from overtrick.register.people.home_clubs import home_clubs
from overtrick.register.people.models import Player
from overtrick.web.club.received import FileList, Item

#: Somebody has said it.
_SAID = (Seat.Match.CHOSEN, Seat.Match.NO_MEMBER, Seat.Match.LEFT_OPEN)


class Candidate(msgspec.Struct, frozen=True):
    """Somebody who may be meant."""

    number: str
    name: str  #: of somebody who hides from the organisation, as the results have it
    club: str | None
    last_here: date | None  #: when they last played in an event of the organisation
    hidden: bool


class PlayerAsked(msgspec.Struct, frozen=True):
    """A player of the results who is not known by the number."""

    seat: int
    name: str
    number: str
    match: str  #: how sure it is: probable, doubtful, unknown; or as said: chosen, no-member, left-open
    why: str
    chosen: str | None  #: the number of whom somebody said it is
    candidates: list[Candidate]
    said: bool  #: somebody has said who it is, or that it is no member, or that they do not know


class UnderRecord(msgspec.Struct, frozen=True):
    """What an event is under; what it uses of a quota is told by ``quota`` of the preview."""

    planned: str | None  #: the event of the programme that it is
    planned_for: date | None  #: its first day
    found: str  #: how: chosen (by somebody, who may have said that it is none), name, quota, kept; empty: there is none
    undecided: list[str]  #: events of the programme of which each may be it: somebody has to choose on its page
    licences: list[str]  #: numbers of the licences that are for it, the last one first


def under_record(joined: Under) -> UnderRecord:
    """Tell what an event is under."""
    return UnderRecord(
        planned=joined.plan.name if joined.plan else None,
        planned_for=joined.plan.begins if joined.plan else None,
        found=str(joined.found),
        undecided=[each.name for each in joined.undecided],
        licences=[each.number for each in joined.licences()],
    )


class Earlier(msgspec.Struct, frozen=True):
    """What came before."""

    reference: str
    state: str
    at: datetime | None
    by: str | None


class EventSent(msgspec.Struct, frozen=True):
    """What came of one event of a file."""

    file: str
    state: str  #: open, draft, submitted, approved, returned, replaced, again
    reference: str | None
    event: str | None
    date: date | None
    problems: list[ProblemData]
    questions: list[QuestionData]
    notes: list[NoteData]
    players: list[PlayerAsked]
    look: list[str]  #: why a draft should be looked at by itself: players, correction, quota, findings
    before: Earlier | None


class FileRecord(msgspec.Struct, frozen=True):
    """A file that an organisation sent."""

    id: int  #: that of the reading, as long as it is being read
    name: str
    organisation: str
    state: str  #: reading, open, draft, done, again
    at: datetime | None
    by: str | None
    events: list[EventSent]


class HeldRecord(msgspec.Struct, frozen=True):
    """Points that nobody has yet."""

    id: int
    name: str
    number: str
    points: Points
    code: str  #: unknown-player, not-entitled, not-due, dropped
    why: str
    clause: str


def name_of(user: object) -> str | None:
    """Name whoever did something."""
    full = getattr(user, "get_full_name", str)() if user is not None else ""
    return full or getattr(user, "username", None)


def file_record(
    upload: Upload, found: FileList, on: date, *, again: bool = False, by_itself: frozenset[int] = frozenset()
) -> FileRecord:
    """Tell what came of a file; ``again``: it was sent once more, ``by_itself`` are those submitted just now."""
    events = [_event(upload.organisation, each, on, again=again, done=by_itself) for each in found.items]
    states = {each.state for each in events}
    state = "done"
    if "open" in states:
        state = "open"
    elif "draft" in states:
        state = "draft"
    elif states == {"again"}:
        state = "again"
    return FileRecord(
        id=upload.pk,
        name=upload.name,
        organisation=upload.organisation.number,
        state=state,
        at=upload.uploaded_at,
        by=name_of(upload.uploaded_by),
        events=events,
    )


def _event(where: Organisation, item: Item, on: date, *, again: bool, done: frozenset[int]) -> EventSent:
    draft = item.draft
    before = draft.before
    event = item.event
    return EventSent(
        file=draft.file,
        state=_state(draft, again=again, done=done),
        reference=event.reference if event else None,
        event=event.competition.name if event else None,
        date=event.begins if event else None,
        problems=[cast("ProblemData", problem_data(each)) for each in draft.problems],
        questions=[cast("QuestionData", question_data(each)) for each in draft.questions],
        notes=[cast("NoteData", note_data(each)) for each in draft.notes],
        players=players_asked(where, draft.submission, on) if draft.submission else [],
        look=[str(each) for each in item.look],
        before=earlier(before) if before is not None and before.pk not in done else None,
    )


def _state(draft: Draft, *, again: bool, done: frozenset[int]) -> str:
    if draft.submission is not None:
        return str(draft.submission.status)
    if draft.before is not None:
        return "again" if again and draft.before.pk not in done else str(draft.before.status)
    return "open"


def earlier(before: Submission) -> Earlier:
    """Tell of the version that came before."""
    return Earlier(before.reference, str(before.status), before.submitted_at, name_of(before.submitted_by))


def players_asked(where: Organisation, draft: Submission, on: date) -> list[PlayerAsked]:
    """List the players of a draft who are not known by their number, with those who may be meant."""
    return [_player(where, seat, on) for seat in say_who.seats(draft)]


def _player(where: Organisation, seat: Seat, on: date) -> PlayerAsked:
    proposed = [each for each in say_who.proposed(where, seat) if not say_who.is_kept_back(where, seat, each)]
    chosen = seat.player if seat.match == Seat.Match.CHOSEN else None
    return PlayerAsked(
        seat=seat.pk,
        name=seat.name,
        number=seat.number,
        match=seat.match.replace(" ", "-"),
        why=say_who.doubt(seat),
        chosen=None if chosen is None else numbers.written(where.federation, chosen.number),
        candidates=candidates(where, proposed, seat.name, on),
        said=seat.match in _SAID,
    )


def candidates(where: Organisation, players: Iterable[Player], written: str, on: date) -> list[Candidate]:
    """Tell people of one name apart; of somebody who hides only that the number and the name fit."""
    listed = list(players)
    hidden = sight.hidden_from(where, listed)
    clubs = home_clubs([each.pk for each in listed], on) if listed else {}
    found = []
    for each in listed:
        number = numbers.written(where.federation, each.number)
        if each.pk in hidden:
            found.append(Candidate(number, written, None, None, hidden=True))
            continue
        club = clubs.get(each.pk)
        last = say_who.last_here(where, each)
        found.append(Candidate(number, str(each), club.name if club else None, last, hidden=each.anonymous))
    return found


def held_records(where: Organisation, rows: Iterable[HeldCredit]) -> list[HeldRecord]:
    """Tell of points that wait."""
    colours = handbook.colours(where.federation)
    return [
        HeldRecord(
            id=each.pk,
            name=each.name,
            number=each.number,
            points={each.colour: colours[each.colour].show(each.units)},
            code=_held_code(each),
            why=each.dropped or each.why,
            clause=each.clause,
        )
        for each in rows
    ]


def _held_code(held: HeldCredit) -> str:
    if held.dropped:
        return "dropped"
    if held.pending:
        return "not-due"
    return "not-entitled" if held.player_id else "unknown-player"
