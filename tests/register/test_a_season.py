"""A whole season of an office, from the first registration to the proof of the book."""

from __future__ import annotations

import csv
import io
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from typing import TypedDict

import pytest

from overtrick.engine.event import Event
from overtrick.formats import ranking_csv, tables
from overtrick.formats.answers import Answers, typed
from overtrick.handbooks import edition as editions
from overtrick.handbooks import season as seasons
from overtrick.register.accounts.models import User
from overtrick.register.audit.models import Record
from overtrick.register.competitions.models import HeldCredit, Submission
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.submit import Outcome, WouldReplace, take_in
from overtrick.register.demo import files, season_events
from overtrick.register.demo.seeded_random import repeatable
from overtrick.register.ledger.models import Balance, Entry
from overtrick.register.people import clubs, merge_records, reinstate, standings
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.models import Player, Standing
from overtrick.register.people.registration import register
from overtrick.register.proof import prove
from overtrick.register.ranks import close_month
from overtrick.register.ranks.current_rank import rank_of
from overtrick.register.ranks.models import Promotion
from overtrick.register.ranks.ranking_lists import Wanted, ranking
from tests.register.ranks.test_close_month import had
from tests.register.season import Union, members

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
FIRST = date(2026, 1, 5)
EVENTS = 200
FORMS = ("usebio", "csv", "pbn", "event")


def moment(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 20, tzinfo=UTC)


class Acting(TypedDict):
    """Who does it, and when."""

    actor: User
    at: datetime


class Season:
    """The club and what it plays."""

    def __init__(self, here: Union) -> None:
        self.here = here
        self.known = [season_events.DemoPlayer(str(each), each.number) for each in here.players]
        self.formats: Counter[str] = Counter()
        self.events = 0
        self.quotas: Counter[str] = Counter({"ladder": 2})  # of a year (EBU 1.2.3)

    def play(self, number: int) -> tuple[Event, files.DemoFile]:
        """Play the next night and write its file."""
        day = FIRST + timedelta(days=number * 358 // EVENTS)
        club = season_events.Organiser("Oakby", "club", self.known)
        drawn = (
            season_events.club_event(seasons.of(editions.get("ebu").latest), club, day, repeatable("season", at))
            for at in range(number, number + 10 * EVENTS, EVENTS)
        )
        event = next(each for each in drawn if each.stages[0].contest != "ladder" or self.quotas["ladder"])
        self.quotas[event.stages[0].contest] -= 1
        event = event._replace(name=f"Night {number}")
        if number % 40 == 7 and event.stages[0].play == "pairs" and event.stages[0].contest == "movement":
            return event, files.DemoFile(f"night-{number}.xlsx", _workbook(event), event.status)
        return event, files.written(event, FORMS[number % 4], "ebu", f"night-{number}")

    def submit(self, sent: files.DemoFile, day: date, *, replace: bool = False) -> Outcome | None:
        """Let the scorer send a file."""
        answers = typed([("--answer", "status", sent.status)]) if sent.status else Answers()
        ((draft, outcome),) = take_in(
            self.here.club, sent.name, sent.content, self.here.scorer, moment(day), answers, replace=replace
        )
        assert not draft.problems, draft.problems
        assert not draft.questions, draft.questions
        if outcome is not None:
            self.events += 1
            self.formats[outcome.submission.read_as.split()[0]] += 1
        return outcome

    def close(self, number: int) -> close_month.Month:
        """Close a month as soon as it may be."""
        first = date(2026, number, 1)
        after = date(2026 + number // 12, number % 12 + 1, 12)
        return close_month.close(self.here.federation, first, self.here.clerk, moment(after))


def _workbook(event: Event) -> bytes:
    heading, *rows = csv.reader(io.StringIO(ranking_csv.ranking_csv(event).decode("utf-8-sig")))
    return tables.as_xlsx(tables.Sheet("Results", heading, rows))


@pytest.mark.slow
def test_a_whole_season(here: Union) -> None:  # noqa: PLR0915 - a year is long
    season = Season(here)
    acting = Acting(actor=here.clerk, at=moment(FIRST))
    newcomer = register(Applicant("Tam", "Ulo", date(1980, 5, 1)), FIRST, club=here.club, **acting).player
    unpaid = register(Applicant("Vim", "Wex"), FIRST, club=here.club, status=Standing.Status.POTENTIAL, **acting).player
    assert newcomer is not None
    assert unpaid is not None
    season.known += [season_events.DemoPlayer(str(each), each.number) for each in (newcomer, unpaid)]
    had(here, here.players[0], entered=FIRST, local=180)

    sent = []
    closed = 0
    for number in range(EVENTS):
        event, file = season.play(number)
        while closed + 1 < event.begins.month and event.begins.day > 12:
            closed += 1
            season.close(closed)
        begins = event.begins
        acting = Acting(actor=here.clerk, at=moment(begins))
        if number == 60:
            standings.suspend(here.players[4], begins, begins + timedelta(days=30), reason="conduct", **acting)
        if number == 80:
            clubs.make_home(here.players[6], here.other, begins, **acting)
        if number == 100:
            waited = HeldCredit.objects.filter(player=unpaid, released=None, dropped="").count()
            back = reinstate.register_again(unpaid, here.club, begins, **acting)
            assert back.points.released == waited > 0
        season.submit(file, event.begins + timedelta(days=1))
        sent.append((event, file))
    assert season.events == EVENTS
    assert set(season.formats) == {"USEBIO", "ranking", "PBN", "event"}
    assert Submission.objects.filter(file__endswith=".xlsx").count() >= 3

    # The same files again change nothing.
    entries = Entry.objects.count()
    assert [season.submit(file, date(2026, 12, 30)) for _event, file in sent[:20]] == [None] * 20
    assert Entry.objects.count() == entries

    # One that was closed long ago is corrected: only those who change places change.
    event = sent[3][0]
    before = {each.pk: rank_of(each, FIRST, final=False).holding.units for each in here.players}
    first, second, *rest = event.stages[0].fields[0].contestants
    assert first.place != second.place
    swapped = (
        second._replace(place=1, score=first.score),
        first._replace(place=second.place, score=second.score),
        *rest,
    )
    field = event.stages[0].fields[0]._replace(contestants=swapped)
    stage = event.stages[0]._replace(fields=(field, *event.stages[0].fields[1:]))
    better = files.written(event._replace(stages=(stage,)), "event", "ebu", "better")
    with pytest.raises(WouldReplace):
        season.submit(better, date(2026, 12, 30))
    assert season.submit(better, date(2026, 12, 30), replace=True) is not None
    changed = {str(each) for each in here.players if rank_of(each, FIRST, final=False).holding.units != before[each.pk]}
    assert changed == {player.name for each in (first, second) for player in each.players}

    # Somebody was entered twice; the records are merged, and no entry is touched.
    (twin,) = members(here.federation, here.other, ["Cor Dax"])
    had(here, twin, local=50)
    total = rank_of(here.players[1], FIRST, final=False).holding.units["local"]
    merge_records.merge(here.players[1], twin, "the same person", actor=here.clerk, at=moment(date(2026, 12, 30)))
    assert rank_of(here.players[1], FIRST, final=False).holding.units["local"] == total + 50

    for number in range(closed + 1, 13):
        season.close(number)
    promoted = Promotion.objects.filter(player=here.players[0]).order_by("reached").first()
    assert promoted is not None
    assert promoted.rank == "Club Master"
    assert _reached(here.players[0], 200 - 180) == promoted.reached

    listed = ranking(Wanted(10, club=here.other), date(2027, 1, 5))
    assert here.players[6] in [each.player for each in listed]
    assert _suspended_nothing(here.players[4])
    balances = sum(each.final for each in Balance.objects.all())
    assert balances == sum(each.units for each in Entry.objects.all())
    actions = set(Record.objects.values_list("action", flat=True))
    assert actions >= {"submission.submit", "month.close", "player.merge", "player.suspend", "held.release"}
    proof = prove()
    assert proof.holds, proof.findings
    assert proof.assessments == EVENTS + 1


def _reached(player: Player, more: int) -> date:
    """Find the day by hand on which so many more local points had been won."""
    won = 0
    for entry in Entry.objects.filter(player=player, posting__kind="submission").order_by("played", "id"):
        won += entry.units
        if won >= more:
            return entry.played
    return date.max


def _suspended_nothing(player: Player) -> bool:
    period = Standing.objects.get(player=player, status=Standing.Status.SUSPENDED)
    assert period.ends is not None
    return not Entry.objects.filter(player=player, played__range=(period.begins, period.ends)).exists()


def test_a_file_that_is_not_understood_leaves_only_itself_behind(here: Union) -> None:
    (draft,) = receive(here.club, "x.xml", b"<USEBIO", here.scorer, moment(FIRST))
    assert draft.problems
    assert not Submission.objects.exists()
