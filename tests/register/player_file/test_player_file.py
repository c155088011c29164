"""The player file says how every player is, and what changed since a cursor; a copy that follows it is the register."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from overtrick.register import transactions
from overtrick.register.erasing import erase
from overtrick.register.errors import Refused
from overtrick.register.federations import numbers
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import bulk_register, clubs, standings
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.people.merge_records import merge, unmerge
from overtrick.register.people.models import Player, Standing
from overtrick.register.people.registration import correct
from overtrick.register.player_file import read, records, tasks, turn
from overtrick.register.player_file.lines import FileLines
from overtrick.register.player_file.models import ChangeLog, DayMark, FileLine
from overtrick.register.player_file.records import FileEnd, FilePlayer, GoneNumber, Line, MovedNumber, Record
from overtrick.register.ranks import close_month, opening_balances
from overtrick.register.ranks.current_rank import rank_of
from tests.register import office
from tests.register.season import Union

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

pytestmark = pytest.mark.postgres

MAY = datetime(2026, 5, 20, 9, tzinfo=UTC)
JUNE = datetime(2026, 6, 20, 9, tzinfo=UTC)
DAY = timedelta(days=1)
STATUS = Standing.Status


def lines(found: Iterable[Record]) -> dict[str, Line]:
    *listed, end = found
    assert isinstance(end, FileEnd)
    assert end.lines == len(listed)
    by_number = {each.number: each for each in listed if not isinstance(each, FileEnd)}
    assert len(by_number) == len(listed)
    return by_number


def changed(cursor: str, at: datetime = MAY) -> dict[str, Line]:
    return lines(read.since(cursor, at).records)


def cursor() -> str:
    return read.whole(MAY).since


def the_register(here: Union) -> dict[str, Line]:
    """Say what the file should say, from the register itself."""
    day = ChangeLog.objects.get().day
    every = list(Player.objects.values_list("pk", flat=True))
    return {made.line.number: made.line for made in FileLines(here.federation, day).lines(every).values()}


def test_the_first_file_has_everybody_and_its_last_line_says_that_it_is_whole(here: Union) -> None:
    with pytest.raises(read.FileNotMade) as busy:
        read.whole(MAY)
    assert busy.value.code == "busy"
    turn.bring_up_to_date(MAY)
    found = list(read.whole(MAY).records)
    player = here.players[0]
    number = numbers.written(here.federation, player.number)
    assert found[0] == FilePlayer(number, "Ado", "Bem", "100", None, "registered", None, hidden=False)
    assert found[-1] == FileEnd(len(here.players), cursor(), MAY.date())
    assert changed(cursor()) == {}


def test_nothing_is_written_before_the_log_has_begun(here: Union) -> None:
    correct(here.players[0], given="Ada", actor=here.clerk, at=MAY)
    assert not FileLine.objects.exists()


def test_a_change_has_the_next_number_and_what_changes_nothing_has_none(here: Union) -> None:
    turn.bring_up_to_date(MAY)
    before, player = cursor(), here.players[0]
    last = ChangeLog.objects.get().last
    correct(player, given="Ada", actor=here.clerk, at=MAY)
    correct(player, born=date(1950, 1, 1), actor=here.clerk, at=MAY)
    assert ChangeLog.objects.get().last == last + 1
    (found,) = changed(before).values()
    assert isinstance(found, FilePlayer)
    assert (found.given, found.family) == ("Ada", "Bem")
    assert read.since(before, MAY).etag == read.whole(MAY).etag
    assert changed(cursor()) == {}


def test_who_hides_has_no_name_no_club_and_no_rank(here: Union) -> None:
    turn.bring_up_to_date(MAY)
    before = cursor()
    correct(here.players[0], anonymous=True, actor=here.clerk, at=MAY)
    (found,) = changed(before).values()
    assert found == FilePlayer(found.number, None, None, None, None, "registered", None, hidden=True)
    stored = FileLine.objects.get(player=here.players[0]).line
    assert "Bem" not in stored
    correct(here.players[0], anonymous=False, actor=here.clerk, at=MAY)
    assert changed(before) == {found.number: the_register(here)[found.number]}


def test_a_transfer_a_suspension_and_a_lapse_are_changes(here: Union) -> None:
    turn.bring_up_to_date(JUNE)
    for act, said in (
        (
            lambda: clubs.transfer(here.players[0], here.other, JUNE.date(), actor=here.clerk, at=JUNE),
            ("101", "registered"),
        ),
        (
            lambda: standings.suspend(
                here.players[0], JUNE.date(), JUNE.date(), actor=here.clerk, at=JUNE, reason="the committee"
            ),
            ("101", "suspended"),
        ),
        (lambda: standings.lapse(here.players[0], JUNE.date(), actor=here.clerk, at=JUNE), (None, "suspended")),
    ):
        before = cursor()
        act()
        (found,) = changed(before, JUNE).values()
        assert isinstance(found, FilePlayer)
        assert (found.club, found.standing) == said
    # The suspension was for that day: nobody writes anything, and the line changes by the calendar.
    before = cursor()
    turn.bring_up_to_date(JUNE + DAY)
    (found,) = changed(before, JUNE + DAY).values()
    assert isinstance(found, FilePlayer)
    assert found.standing == "lapsed"


def test_a_standing_that_ends_is_told_when_the_day_has_turned(here: Union) -> None:
    turn.bring_up_to_date(JUNE)
    visitor = office.person("Vis Tor", club=here.club, status=STATUS.REGISTERED, on=JUNE.date())
    standings.change(visitor, STATUS.VISITOR, JUNE.date() + DAY, JUNE.date() + 2 * DAY, actor=None, at=JUNE)
    before, said = cursor(), []
    for days in range(4):
        turn.bring_up_to_date(JUNE + days * DAY)
        reading = read.since(before, JUNE + days * DAY)
        assert (reading.day, reading.age) == (JUNE.date() + days * DAY, 0)
        for line in lines(reading.records).values():
            assert isinstance(line, FilePlayer)
            said.append((line.standing, line.until))
        before = reading.since
    assert said == [("visitor", JUNE.date() + 2 * DAY), (None, None)]
    assert read.whole(JUNE + 10 * DAY).age == 7


def test_a_merge_leads_to_the_number_that_stays_and_its_undoing_brings_both_back(here: Union) -> None:
    stays, double = here.players[:2]
    turn.bring_up_to_date(MAY)
    whole = lines(read.whole(MAY).records)
    before = cursor()
    merge(stays, double, "one person", actor=here.clerk, at=MAY)
    found = changed(before)
    written = {each.number for each in found.values()}
    (moved,) = (each for each in found.values() if isinstance(each, MovedNumber))
    assert moved.now in whole
    assert written <= set(whole)
    unmerge(Player.objects.get(pk=double.pk), "two people", actor=here.clerk, at=MAY)
    assert lines(read.whole(MAY).records) == whole == the_register(here)
    assert moved.number in changed(before)


def test_a_rank_comes_with_the_close_of_a_month_and_goes_by_both_records_until_they_are_parted(here: Union) -> None:
    one, two, *_ = here.players
    brought = [Opening(one, "local", 300, date(2025, 12, 31), 1), Opening(two, "local", 300, date(2025, 12, 31), 2)]
    opening_balances.enter(opening_balances.compare(brought), here.clerk, here.second, MAY)
    turn.bring_up_to_date(JUNE)
    assert _rank(here, one) is None
    before = cursor()
    close_month.close(here.federation, date(2026, 5, 1), here.clerk, JUNE)
    assert len(changed(before, JUNE)) == 2
    alone = _rank(here, one)
    assert alone == rank_of(one, JUNE.date()).standing.rank
    merge(one, two, "one person", actor=here.clerk, at=JUNE)
    assert _rank(here, one) == rank_of(one, JUNE.date()).standing.rank != alone
    before = cursor()
    unmerge(Player.objects.get(pk=two.pk), "two people", actor=here.clerk, at=JUNE)
    assert len(changed(before, JUNE)) == 2
    assert _rank(here, one) == _rank(here, two) == alone
    assert lines(read.whole(JUNE).records) == the_register(here)


def _rank(here: Union, player: Player) -> str | None:
    found = lines(read.whole(JUNE).records)[numbers.written(here.federation, player.number)]
    assert isinstance(found, FilePlayer)
    return found.rank


def test_somebody_who_is_erased_is_gone(here: Union) -> None:
    turn.bring_up_to_date(JUNE)
    before, player = cursor(), here.players[0]
    standings.lapse(player, JUNE.date(), actor=here.clerk, at=JUNE)
    proposal = erase.propose(player, "asked by letter", here.clerk, JUNE)
    erase.confirm(proposal, here.second, JUNE)
    (found,) = changed(before, JUNE).values()
    assert isinstance(found, GoneNumber)
    assert "Bem" not in FileLine.objects.get(player=player).line


def test_a_club_with_another_number_is_told_for_its_members(here: Union) -> None:
    turn.bring_up_to_date(MAY)
    before = cursor()
    with transactions.atomic():
        Organisation.objects.filter(pk=here.club.pk).update(number="777")
    assert {each.club for each in changed(before).values() if isinstance(each, FilePlayer)} == {"777"}
    assert len(changed(before)) == len(here.players)


def test_what_was_taken_back_is_no_change(here: Union) -> None:
    turn.bring_up_to_date(MAY)
    before = cursor()
    with transactions.atomic(), pytest.raises(LookupError):
        _correct_in_vain(here)
    assert cursor() == before


def _correct_in_vain(here: Union) -> None:
    with transactions.atomic():
        correct(here.players[0], given="Ada", actor=here.clerk, at=MAY)
        raise LookupError


def test_many_new_members_come_with_one_act(here: Union) -> None:
    turn.bring_up_to_date(MAY)
    before = cursor()
    newcomers = [
        bulk_register.NewMember(Applicant(f"Given{at}", f"Family{at}", None), MAY.date(), home=here.club)
        for at in range(60)
    ]
    bulk_register.enrol(newcomers, actor=here.clerk, at=MAY)
    found = changed(before)
    assert len(found) == 60
    assert lines(read.whole(MAY).records) == the_register(here)


@pytest.mark.parametrize("wrong", ["", "18204", "c", "c-1", "c1", "cx-abcdef", "c1-abcdef-", "c٣-abcdef", "c" * 900])
def test_what_is_no_cursor_is_refused(here: Union, wrong: str) -> None:
    turn.bring_up_to_date(MAY)
    assert here.players
    with pytest.raises(read.Cursor) as refused:
        read.since(wrong, MAY)
    assert refused.value.code == "cursor"


def test_a_cursor_is_too_old_after_400_days_or_after_a_restore(here: Union) -> None:
    turn.bring_up_to_date(MAY)
    before = cursor()
    number, _, name = before.partition("-")
    correct(here.players[0], given="Ada", actor=here.clerk, at=MAY)
    turn.bring_up_to_date(MAY + DAY)
    after = cursor()
    assert changed(before, MAY + 400 * DAY)
    assert not changed(after, MAY + 401 * DAY)
    ahead = f"c{ChangeLog.objects.get().last + 1}-{name}"
    other = f"{number}-{'0' * 6 if name != '0' * 6 else 'f' * 6}"
    for cursor_, at in ((before, MAY + 401 * DAY), (ahead, MAY), (other, MAY)):
        with pytest.raises(read.CursorTooOld) as refused:
            read.since(cursor_, at)
        assert refused.value.code == "cursor-too-old"
    turn.bring_up_to_date(MAY + 402 * DAY)
    assert DayMark.objects.count() == 2
    turn.bring_up_to_date(MAY + 900 * DAY)
    assert DayMark.objects.count() == 2
    with pytest.raises(read.CursorTooOld):
        read.since(before, MAY + 900 * DAY)


def test_a_day_that_is_under_way_is_carried_on_by_the_chore(here: Union, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overtrick.register.player_file.turn.TOGETHER", 5)
    monkeypatch.setattr("overtrick.register.player_file.tasks._Clock.looks", 0.0)
    looked = 0
    while done := tasks.turn_the_day():
        looked += done
    assert looked == len(here.players)
    assert lines(read.whole(MAY).records) == the_register(here)


def test_it_is_sent_as_json_one_to_a_line_or_as_csv(here: Union) -> None:
    turn.bring_up_to_date(MAY)
    correct(here.players[0], anonymous=True, actor=here.clerk, at=MAY)
    merge(here.players[1], here.players[2], "one person", actor=here.clerk, at=MAY)
    reading = read.whole(MAY)
    sent = [json.loads(line) for line in b"".join(records.ndjson(reading.records)).splitlines()]
    assert list(sent[3]) == ["number", "given", "family", "club", "rank", "standing", "until", "hidden"]
    assert (sent[0]["given"], sent[0]["hidden"]) == (None, True)
    assert sent[2] == {"number": sent[2]["number"], "now": sent[1]["number"]}
    assert sent[-1] == {"end": True, "lines": 16, "since": reading.since, "day": "2026-05-20"}
    text = b"".join(records.as_csv(read.whole(MAY).records)).decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 17
    assert rows[2]["now"] == rows[1]["number"] == sent[1]["number"]
    assert (rows[0]["hidden"], rows[3]["hidden"], rows[3]["given"]) == ("yes", "no", sent[3]["given"])
    assert list(rows[-1].values())[:4] == ["end", "16", reading.since, "2026-05-20"]


@pytest.mark.parametrize(
    "line",
    [
        FilePlayer("1", 'A, "b"', "Ö\n", None, None, None, None, hidden=False),
        FilePlayer("0001", None, None, None, None, "lapsed", date(2026, 1, 2), hidden=True),
        MovedNumber("1", "2"),
        GoneNumber("1"),
    ],
)
def test_a_line_is_read_as_it_was_kept(line: Line) -> None:
    assert records.read(records.stored(line)) == line


# --- The law ------------------------------------------------------------------------------------------------------


class Copy:
    """A program's copy of the file."""

    def __init__(self) -> None:
        self.lines: dict[str, Line] = {}
        self.cursor = ""

    def fetch(self, at: datetime) -> None:
        reading = read.since(self.cursor, at) if self.cursor else read.whole(at)
        self.lines.update(lines(reading.records))
        self.cursor = reading.since


def _acts(here: Union) -> list[Callable[[Player, Player, datetime], object]]:
    clerk = here.clerk
    return [
        lambda one, _two, at: correct(one, given=f"{one.given}a"[:20], actor=clerk, at=at),
        lambda one, _two, at: correct(one, anonymous=not one.anonymous, actor=clerk, at=at),
        lambda one, _two, at: clubs.transfer(one, here.other, at.date(), actor=clerk, at=at),
        lambda one, _two, at: standings.suspend(one, at.date(), at.date() + DAY, actor=clerk, at=at, reason="r"),
        lambda one, _two, at: standings.lapse(one, at.date() + DAY, actor=clerk, at=at),
        lambda one, two, at: merge(one, two, "one person", actor=clerk, at=at),
        lambda one, _two, at: unmerge(one, "two people", actor=clerk, at=at),
        lambda _one, _two, at: office.person("New Comer", club=here.club, on=at.date()),
        lambda one, _two, at: erase.confirm(erase.propose(one, "a letter", here.clerk, at), here.second, at),
        lambda _one, _two, at: turn.begin(at),
        lambda _one, _two, _at: turn.advance(),
    ]


_STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("act"), st.integers(0, 10), st.integers(0, 5), st.integers(0, 5)),
        st.tuples(st.just("read"), st.integers(0, 1), st.just(0), st.just(0)),
        st.tuples(st.just("day"), st.integers(1, 2), st.just(0), st.just(0)),
    ),
    max_size=14,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=40)
@given(steps=_STEPS)
def test_any_interleaving_of_changes_and_reads_leaves_a_copy_that_is_the_register(
    here: Union, steps: list[tuple[str, int, int, int]]
) -> None:
    with transaction.atomic():
        at = JUNE
        turn.bring_up_to_date(at)
        copies = [Copy(), Copy()]
        acts = _acts(here)
        for kind, what, one, two in steps:
            if kind == "read":
                copies[what].fetch(at)
            elif kind == "day":
                at += what * DAY
            else:
                _try(acts[what], here, one, two, at)
        for copy in copies:
            copy.fetch(at)
            assert copy.lines == the_register(here)
        transaction.set_rollback(True)


def _try(act: Callable[[Player, Player, datetime], object], here: Union, one: int, two: int, at: datetime) -> None:
    """Do it, or be refused: both leave the register as it is."""
    first, second = (Player.objects.get(pk=here.players[each].pk) for each in (one, two))
    try:
        with transactions.atomic():
            act(first, second, at)
    except Refused:
        return
