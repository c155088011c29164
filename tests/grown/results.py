"""Results of a grown office that did not go the usual way, and what is asked about them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from overtrick.engine.event import Player as Seat
from overtrick.formats import points_list
from overtrick.formats.answers import typed
from overtrick.formats.points_list import PointsLine
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.applications.models import Application, HandedIn, Paper
from overtrick.register.book_check.models import BookFinding, OrganisationCheck
from overtrick.register.competitions import decide, event_store, held_credits
from overtrick.register.competitions.models import COUNTING, FindingAnswer, Submission, UsualAnswer
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.submit import submit
from overtrick.register.competitions.versions import Placed
from overtrick.register.corrections import confirm, openings, proposals
from overtrick.register.corrections.proposals import ProposedPoints
from overtrick.register.organisations import licences
from overtrick.register.organisations.licences import Grant
from overtrick.register.organisations.models import Licence
from overtrick.register.people import registration
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.people.models import Player
from overtrick.register.planning import meetings
from overtrick.register.programme.models import AttachedResult, PlannedEvent
from overtrick.register.queries import threads
from overtrick.register.queries.models import Query
from overtrick.register.ranks import opening_balances
from tests.grown.people import number_of
from tests.register.season import file_of, night, pairs, send, submitted

if TYPE_CHECKING:
    from overtrick.engine.event import Event
    from tests.register.season import Union

_DAY = timedelta(days=1)


def _night(here: Union, name: str, at: datetime, *, guests: bool = False) -> Event:
    seated = pairs(here.players[12:28])
    if guests:
        seated[0] = (Seat("Kel Lomm-Nobody"), seated[0][1])
        seated[1] = (Seat("Not Listed", "299999"), seated[1][1])
    status = "club" if here.federation.handbook == "ebu" else "E"
    return night(seated, begins=at.date() - _DAY, name=name, status=status)


def go_wrong(here: Union, at: datetime) -> None:
    """Results are sent back, reversed, left as drafts; people in them are not known; points come on paper."""
    wrong = submitted(here, _night(here, "Wrong pairs", at), at=at).submission
    decide.send_back(wrong, here.clerk, at, "the wrong club")
    event = _night(here, "Twice pairs", at)
    twice = submitted(here, event, at=at).submission
    decide.reverse_event(twice.competition, here.clerk, at, "played by nobody")
    guests = _night(here, "Guests’ pairs", at, guests=True)
    held = submitted(here, guests, at=at).submission
    waiting = held_credits.every(held)
    held_credits.drop(waiting.get(name="Kel Lomm-Nobody"), here.clerk, at, "no member")
    held_credits.assign(waiting.get(name="Not Listed"), here.players[29], here.clerk, at)
    draft = send(here, _night(here, "Unsent pairs", at, guests=True), at=at)
    assert draft.submission is not None
    colour = "local" if here.federation.handbook == "ebu" else "green"
    lines = [PointsLine(each.number, str(each), colour, "7", 7) for each in here.players[12:16]]
    unknown = number_of(here.federation, 299_998)
    lines.append(PointsLine(unknown, "Paper Only", colour, "7", 7))
    told = typed([("", "date", at.date().isoformat()), ("", "event", "Points on paper")])
    (paper,) = receive(here.club, "points.csv", points_list.write(lines), here.scorer, at, told)
    assert paper.submission is not None, (paper.problems, paper.questions)
    submit(paper.submission, here.scorer, at)
    decide.approve(paper.submission, here.clerk, at, "the club’s letter")
    receive(here.club, f"{guests.name} again.yaml", file_of(guests, here.federation.handbook) + b"\n", here.scorer, at)
    placed = Placed(points_only=True)
    receive(here.club, "paper.csv", points_list.write(lines[:1]), here.scorer, at, told, placed)
    registration.register(Applicant("Paper", "Only", number=unknown), at.date(), actor=None, at=at)


def be_corrected(here: Union, at: datetime) -> None:
    """Entries by hand: one confirmed, one refused, one waits."""
    colour = "local" if here.federation.handbook == "ebu" else "green"
    points = ProposedPoints(colour, 5, at.date() - 90 * _DAY)
    made, refused, _waits = (
        proposals.propose(each, points, "Won abroad", here.clerk, at) for each in here.players[12:15]
    )
    confirm.confirm(made, here.second, at)
    proposals.refuse(refused, "there is no such letter", here.second, at)
    newcomer = Player.objects.get(family="Only")
    brought = [Opening(newcomer, colour, 25, at.date() - 90 * _DAY, 1)]
    openings.propose(opening_balances.compare(brought), here.clerk, at)


def be_asked(here: Union, at: datetime) -> None:
    """Players ask: about nothing in the book, about a night that brought nothing; one thread is closed."""
    asks = User.objects.create_user("asks")
    asks.player = here.players[16]
    asks.save()
    whole = threads.ask(asks.player, threads.About("My old points"), "Where are they?", actor=asks, at=at)
    threads.close(whole, actor=asks, at=at + _DAY)
    played = Submission.objects.filter(status__in=COUNTING, competition__organisation=here.club).latest("pk")
    asked = threads.ask(asks.player, threads.About("A night", None, played), "Why nothing?", actor=asks, at=at)
    Query.objects.filter(pk=asked.pk).update(desk="", desk_since=None)  # as before there were desks


def be_licensed(here: Union, at: datetime) -> None:
    """Licences with a total of points, revoked ones, ended ones, and one that nobody is said to have granted."""
    day, ebu = at.date(), here.federation.handbook == "ebu"
    allows = "open event" if ebu else "red points"
    whole = Grant("G-1", allows, day, day + 300 * _DAY, event="Summer Pairs", units=None if ebu else 20)
    licences.grant(here.club, whole, actor=here.clerk, at=at)
    revoked = licences.grant(here.club, whole._replace(number="G-2"), actor=here.clerk, at=at)
    licences.revoke(revoked, actor=here.clerk, at=at + 10 * _DAY, reason="not paid")
    Licence.objects.create(
        organisation=here.other, number="OLD-1", allows=allows, begins=day, granted_on=day, granted_at=at
    )
    meetings.note(here.club, day, actor=here.clerk, at=at)
    meetings.take_back(meetings.note(here.club, day + _DAY, actor=here.clerk, at=at), actor=here.clerk, at=at)


def be_planned(here: Union, at: datetime) -> None:
    """Results are joined to a planned event, and others to none."""
    sent = Submission.objects.filter(status__in=COUNTING, competition__organisation=here.club).order_by("-pk")
    one, other = sent.select_related("competition")[:2]
    planned = PlannedEvent.objects.filter(organisation=here.club).first()
    assert planned is not None
    kept = {"attached_by": None, "attached_at": at, "planned": planned}
    chosen = {"attached_by": here.clerk, "attached_at": at, "planned": None}
    AttachedResult.objects.update_or_create(competition=one.competition, defaults=kept)
    AttachedResult.objects.update_or_create(competition=other.competition, defaults=chosen)


def apply(here: Union, at: datetime) -> None:
    """A player has applied, with a paper; a club has begun to, and has handed something in."""
    asked = {"federation": here.federation, "begun_by": here.clerk, "begun_at": at}
    of_player = Application.objects.create(
        **asked, kind="conversion", player=here.players[23], title="Letter", state=Application.State.REFUSED
    )
    Paper.objects.create(
        application=of_player, question="letter", name="letter.pdf", content_type="text/plain", size=1, sha256="0" * 64,
        packed=b"x", added_by=here.clerk, added_at=at,
    )  # fmt: skip
    begun = Application.objects.create(
        **asked, kind="open event", organisation=here.club, title="Summer Pairs", deadline=at.date()
    )
    HandedIn.objects.create(application=begun, paper="accounts", day=at.date(), noted_by=here.clerk, noted_at=at)


def be_looked_at(here: Union, at: datetime) -> None:
    """The book is checked again: one finding is answered, one is open. A club has usual answers."""
    submission = Submission.objects.filter(status__in=COUNTING).latest("pk")
    OrganisationCheck.objects.create(organisation=here.club, looked_on=at.date(), years={"2026-01-01": "0" * 64})
    finding = {"submission": submission, "code": "quota", "says": "One more than the quota", "found_on": at.date()}
    BookFinding.objects.create(**finding, key="a" * 64)
    BookFinding.objects.create(**finding, key="b" * 64, answer="It is so", answered_by=here.clerk, answered_at=at)
    UsualAnswer.objects.create(organisation=here.club, word="boards", said="24", said_by=here.scorer, said_at=at)
    told = {"key": "a" * 64, "code": "quota", "finding": "One more than the quota", "answer": "It is so"}
    FindingAnswer.objects.create(
        competition=submission.competition, version=1, **told, answered_by=here.scorer, answered_at=at
    )


def be_old(here: Union, at: datetime) -> None:
    """An event is kept in words alone, as all were once."""
    with transactions.atomic():
        event_store.keep_event(event_store.stored_in_words(here.federation, _night(here, "Old pairs", at)))
