"""What may a club or a State put on its programme, and with whose leave? (2.3 to 2.7, 5.1, 6.2, 6.3)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.findings import Checklist, Finding, beforehand, checklist, finding
from overtrick.engine.working import rule
from overtrick.handbooks import programme
from overtrick.handbooks.directors import Directing
from overtrick.handbooks.facts import STATUS
from overtrick.handbooks.programme import Verdict, facts_of
from overtrick.handbooks.submission import Required

from . import club_events, directors, planned_events, state_events, submission
from .club_events import ClubYear, InterclubYear, RedSession
from .planned_events import CHAMPIONSHIP, INTERCLUB, RED_SESSIONS, STATE, STATE_EVENT, CountedEvent
from .state_events import PlannedChampionship

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date

    from overtrick.engine.findings import Use
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.programme import Planned
    from overtrick.handbooks.submission import Organiser

_LICENCES = {each.name: each for each in submission.Rules.licences}
#: The leave that kinds need, and where that is said.
_NEEDED = {
    "regional championship": ("regional championship", "2.4/1"),
    "interclub event": ("interclub event", "2.7/1"),
    "congress": ("congress", "5.1.1/1"),
    "tour": ("tour", "5.1.2/2"),
}
#: The kinds as the table of directing tells them apart; State events by whether they are qualifying rounds.
_DIRECTED = {
    "club championship": "D",
    "red session": "B4c",
    "regional championship": "C",
    "interclub event": "B5i",
    "Grand National qualifying": "GNOT qualifying",
    "State championship": "State Championship",
    "special State event": "B4s",
}
_QUALIFYING = {"State championship", "special State event"}
#: State championships that their results have to name (6.2.2/3).
_NAMED = {"Daytime Pairs": "daytime pairs", "Daytime Teams": "daytime teams", "Teams of Three": "teams of three"}
_EVERYBODY = "everybody"
_ANOTHER = "another"


class Rules(programme.Rules):
    """The answers of the ABF."""

    def verdict(self, book: Book, organiser: Organiser, planned: Planned, so_far: Sequence[Planned]) -> Verdict:
        """Ask the clauses of its kind, beside all that was run or is planned."""
        kind = programme.kinds(book.edition)[planned.kind]
        counted = planned_events.so_far(book, organiser, so_far)
        needs = leave(planned)
        conditions, takes = _JUDGES[planned.kind](book, organiser, planned, counted, so_far)
        allowed = checklist(kind.title, conditions, clause=kind.clause)
        facts = {**facts_of(kind, planned), **_facts(book, planned)}
        return Verdict(allowed, None, needs, takes, facts, directed(book, organiser, planned))


def _granted(planned: Planned, needs: Required | None) -> date | None:
    """Give the day of the leave that is on record; None: there is none yet."""
    return None if needs is None else planned.licences.get(needs.licence.name)


def _held(planned: Planned) -> bool | None:
    """Say whether the leave is on record; None: not yet, or nobody knows."""
    return True if _granted(planned, leave(planned)) is not None else None


@rule("2.4/1", "2.6/2", "2.7/1", "5.1.1/1", "5.1.2/2", "6.2.2/5")
def leave(planned: Planned) -> Required | None:
    """Say whose leave an event needs; None: nobody's."""
    said = planned.answers
    if planned.kind == "red session" and said.holds("regular time") is False:
        name, clause = "red session at another time", "2.6/2"
    elif planned.kind == "State championship" and said.text("championship") == _ANOTHER:
        name, clause = "State championship off the list", "6.2.2/5"
    elif planned.kind in _NEEDED:
        name, clause = _NEEDED[planned.kind]
    else:
        return None
    return Required(_LICENCES[name], finding("{name} needs leave", holds=True, clause=clause, name=name).working)


def _facts(book: Book, planned: Planned) -> dict[str, str]:
    """Tell the results which grade it is, where that depends on the answers, and what a State championship is."""
    said = planned.answers
    if planned.kind == "club championship":
        return {STATUS: RED_SESSIONS if said.holds("for red points") else CHAMPIONSHIP}
    if planned.kind != "State championship":
        return {}
    name, restricted = said.text("championship"), said.text("restricted to")
    found = {STATUS: STATE, "championship": _NAMED.get(name, "")}
    if restricted in book.table("restrictions").rows:
        found["restricted by"] = "age" if book.table("restrictions").text(restricted, "by") == "age" else "gender"
    if name in book.table("state_championships").rows and state_events.championship(book, name).master_factor:
        found["master event"] = "yes"
    return {fact: value for fact, value in found.items() if value}


def directed(book: Book, organiser: Organiser, planned: Planned) -> Checklist | None:
    """See whether the director has the level, and may play if it is so planned (1.5.2)."""
    event = _DIRECTED.get(planned.kind)
    if event is None:
        return None
    said = planned.answers
    if planned.kind in _QUALIFYING and said.holds("qualifying"):
        event = f"{event} qualifying"
    number = said.text("director")
    return directors.Rules().directed(
        book,
        Directing(
            event,
            organiser.director(number, planned.day) if number else None,
            said.holds("director plays"),
            organiser.region().holds("forbids playing directors") is True,
        ),
    )


# --- What each kind asks ---------------------------------------------------------------------------------------------

if TYPE_CHECKING:
    _Judged = tuple[tuple[Finding, ...], Step | None]  # conditions, and what it takes of a quota
    _Judge = Callable[[Book, Organiser, Planned, Sequence[CountedEvent], Sequence[Planned]], _Judged]


def _of_use(found: Use) -> _Judged:
    return found.conditions, found.working if found.allowed else None


def _year(counted: Sequence[CountedEvent]) -> ClubYear:
    return ClubYear(
        planned_events.used(CHAMPIONSHIP, counted),
        planned_events.used(RED_SESSIONS, counted),
        sum(each.at_another_time for each in counted if each.grade == RED_SESSIONS),
        planned_events.used(INTERCLUB, counted),
    )


def _club_championship(
    book: Book, organiser: Organiser, planned: Planned, counted: Sequence[CountedEvent], _plans: Sequence[Planned]
) -> _Judged:
    name, sessions, year = planned.answers.text("championship"), _sessions(planned), _year(counted)
    if planned.answers.holds("for red points"):
        entitled = submission.entitled(book, organiser, RED_SESSIONS)
        return _of_use(club_events.club_championship_at_b4c(book, name, sessions, entitled, year))
    return _of_use(club_events.club_championship(book, name, sessions, year))


def _red_session(
    book: Book, organiser: Organiser, planned: Planned, counted: Sequence[CountedEvent], _plans: Sequence[Planned]
) -> _Judged:
    said = planned.answers
    event = RedSession(
        _sessions(planned),
        said.holds("regular time") is not False,
        said.holds("advertised outside") is True,
        planned.day,
        _granted(planned, leave(planned)),
    )
    return _of_use(
        club_events.red_session(book, event, submission.entitled(book, organiser, RED_SESSIONS), _year(counted))
    )


def _regional(
    book: Book, _organiser: Organiser, planned: Planned, counted: Sequence[CountedEvent], _plans: Sequence[Planned]
) -> _Judged:
    name = planned.answers.text("championship")
    already = [each.name for each in counted if each.grade == planned_events.REGIONAL]
    if planned.answers.holds("held in the region"):
        already.append(name)
    consulted = _held(planned)
    return _of_use(club_events.regional_championship(book, name, already, consulted=consulted))


def _interclub(
    book: Book, organiser: Organiser, planned: Planned, counted: Sequence[CountedEvent], _plans: Sequence[Planned]
) -> _Judged:
    """Judge it for the club that plans it: what the others have held stands on their own pages (2.7/1, 2.7/3)."""
    own = InterclubYear(submission.entitled(book, organiser, INTERCLUB), _year(counted).interclub)
    others = {f"club {at}": InterclubYear(None) for at in range(2, (planned.answers.number("clubs") or 1) + 1)}
    approved = _held(planned)
    found = club_events.interclub(book, _sessions(planned), {organiser.name: own, **others}, approved=approved)
    use = found[organiser.name]
    booked = Finding(True, club_events.booked_to(planned.answers.text("payer")))  # noqa: FBT003 - it is so
    return (*use.conditions, booked), use.working


def _wide(
    book: Book, organiser: Organiser, planned: Planned, counted: Sequence[CountedEvent], _plans: Sequence[Planned]
) -> _Judged:
    name = planned.answers.text("wide event")
    listed = state_events.is_abf_controlled(name, _sessions(planned))
    if not planned.answers.holds("own red points"):
        return (listed,), None
    use = club_events.taken_from_the_allotment(
        submission.entitled(book, organiser, RED_SESSIONS), _year(counted), with_a_tour=False
    )
    return (listed, state_events.may_have_two_awards(name), *use.conditions), use.working


def _with_a_tour(
    book: Book, organiser: Organiser, _planned: Planned, counted: Sequence[CountedEvent], _plans: Sequence[Planned]
) -> _Judged:
    entitled = submission.entitled(book, organiser, RED_SESSIONS)
    return _of_use(club_events.taken_from_the_allotment(entitled, _year(counted), with_a_tour=True))


def _grand_national(
    _book: Book, organiser: Organiser, _planned: Planned, _counted: Sequence[CountedEvent], _plans: Sequence[Planned]
) -> _Judged:
    return (club_events.gnot_qualifying(affiliated=organiser.affiliated is not None),), None


def _approved(
    _book: Book, _organiser: Organiser, planned: Planned, _counted: Sequence[CountedEvent], _plans: Sequence[Planned]
) -> _Judged:
    needs = leave(planned)
    clause = "" if needs is None else needs.working.clause
    if needs is not None and needs.licence.beforehand:
        return (beforehand("approved beforehand", _granted(planned, needs), planned.day, clause=clause),), None
    return (finding("authorised by the State secretary", holds=_held(planned), clause=clause),), None


def _state_championship(
    book: Book, _organiser: Organiser, planned: Planned, _counted: Sequence[CountedEvent], plans: Sequence[Planned]
) -> _Judged:
    listed = [each for each in (*plans, planned) if each.kind == "State championship"]
    return state_events.programme_as_allowed(book, [_championship(each) for each in listed]).conditions, None


def _championship(planned: Planned) -> PlannedChampionship:
    said = planned.answers
    name, restricted = said.text("championship"), said.text("restricted to")
    return PlannedChampionship(
        said.text("title") or planned.name if name == _ANOTHER else name,
        _sessions(planned),
        "" if restricted == _EVERYBODY else restricted,
        said.holds("eclectic") is True,
        said.text("concurrent with"),
        _held(planned) is True,
    )


def _special(
    book: Book, organiser: Organiser, planned: Planned, counted: Sequence[CountedEvent], _plans: Sequence[Planned]
) -> _Judged:
    """The State itself plans it, and approves by that (6.2.1/1)."""
    return _of_use(
        state_events.special_event(
            _sessions(planned),
            submission.entitled(book, organiser, STATE_EVENT),
            planned_events.used(STATE_EVENT, counted),
            several_clubs=planned.answers.holds("several clubs"),
            day=planned.day,
            approved=planned.announced,
        )
    )


def _sessions(planned: Planned) -> int:
    return planned.answers.number("sessions") or 1


_JUDGES: Mapping[str, _Judge] = {
    "club championship": _club_championship,
    "red session": _red_session,
    "regional championship": _regional,
    "interclub event": _interclub,
    "Australia-Wide session": _wide,
    "event with a tour": _with_a_tour,
    "Grand National qualifying": _grand_national,
    "congress": _approved,
    "tour": _approved,
    "State championship": _state_championship,
    "special State event": _special,
}
