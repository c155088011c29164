"""The programme of the demonstration: planned events, a licence that was granted, an application that waits.

What is planned and applied for is whatever the handbook knows; its questions are answered as plainly as they can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta

from overtrick.handbooks import questions
from overtrick.handbooks.applications import EVENT, FIRST_DAY, LAST_DAY
from overtrick.handbooks.applications import Kind as ApplicationKind
from overtrick.handbooks.questions import Question, Takes
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.applications import cases, draft, outcomes, send
from overtrick.register.applications.models import Application
from overtrick.register.competitions import plan_verdicts
from overtrick.register.demo.accounts import region_word
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.planning import plan
from overtrick.register.planning.plan import PlanTold

#: Events are so many days from today: one should have sent its results, the others are to come.
_DAYS = (-21, 19, 47, 75)
_EVENTS = ("Charity Pairs", "Open Day Pairs")
#: Applications begin so long before their event.
_AHEAD = timedelta(days=60)
_TEXT, _COUNT = "As last year", 12
_WHY = "As in the years before"


def plan_the_year(today: date) -> None:
    """Let the club and the county of the log-ins plan and apply; the federation is in scope."""
    club, county = (_post(name) for name in ("club-secretary", f"{region_word()}-secretary"))
    office = User.objects.filter(username="office").first()
    if club is None or county is None or office is None:
        return
    at = datetime.combine(today, time(9), UTC)
    for post in (club, county):
        _plan(post.organisation, today, post.user, at - _AHEAD)
    _apply(club, today, county.user, office, at)


def _post(name: str) -> Officer | None:
    held = Officer.objects.filter(user__username=name).select_related("user", "organisation__federation")
    return held.first()


def _plan(whose: Organisation, today: date, actor: User, at: datetime) -> None:
    """Plan an event of each kind that the handbook allows, as many as there are days for."""
    days = iter(today + timedelta(days=each) for each in _DAYS)
    day = next(days)
    for kind in plan_verdicts.kinds(whose, day):
        for told in _answered(kind.questions, kind.title, day):
            try:
                plan.plan(whose, PlanTold(kind.name, kind.title, day, day, told), actor=actor, at=at)
            except Refused:
                continue
            following = next(days, None)
            if following is None:
                return
            day = following
            break


def _apply(club: Officer, today: date, above: User, office: User, at: datetime) -> None:
    """Apply for licences: the first is supported and granted, the second waits for whoever is asked first."""
    names = iter(_EVENTS)
    name = next(names)
    for kind in cases.kinds_for(club.organisation, today):
        made = _sent(club, kind, name, today + _AHEAD, at) if kind.allows else None
        if made is None:
            continue
        following = next(names, None)
        if following is None:
            return
        stated = next(_answered(kind.states, name, today + _AHEAD))
        with transactions.atomic():
            if made.support == Application.Support.WAITING:
                outcomes.support(made, supported=True, why=_WHY, actor=above, at=at)
            outcomes.grant(made, outcomes.Answer(_WHY, typed=stated), actor=office, at=at)
        name = following


def _sent(club: Officer, kind: ApplicationKind, name: str, day: date, at: datetime) -> Application | None:
    """Send an application of a kind, if its questions can be answered without a paper."""
    for told in _answered(kind.questions, name, day):
        try:
            with transactions.atomic():
                made = draft.begin(club.organisation, kind.name, told, actor=club.user, at=at)
                return send.send(made, actor=club.user, at=at)
        except Refused:
            continue
    return None


def _answered(asked: Sequence[Question], name: str, day: date) -> Iterator[dict[str, str]]:
    """Answer questions in the form that is kept, with no to all that can be answered so; then with yes."""
    for said in ("no", "yes"):
        told: dict[str, str] = {}
        while left := [each for each in questions.relevant(asked, told) if each.name not in told]:
            told |= {each.name: _answer(each, said, name, day) for each in left}
        yield told


def _answer(asked: Question, said: str, name: str, day: date) -> str:
    if asked.name == EVENT:
        return name
    if asked.name in (FIRST_DAY, LAST_DAY) or asked.takes is Takes.DAY:
        return day.isoformat()
    if asked.takes is Takes.YES_NO:
        return said
    if asked.takes is Takes.CHOICE:
        return asked.choices[0]
    if asked.takes in (Takes.COUNT, Takes.AMOUNT):
        return str(min(max(_COUNT, asked.least), asked.most))
    return "" if asked.takes is Takes.PAPER else _TEXT
