"""An office moves in: lists are checked, entered, signed off by two people, and then stand in the book."""

from __future__ import annotations

import json
import re
from datetime import UTC, date, datetime

import pytest

from overtrick.register.audit.models import Record
from overtrick.register.competitions.preview import preview
from overtrick.register.errors import Refused
from overtrick.register.ledger import balances as held
from overtrick.register.ledger.models import Closing, Entry, Posting
from overtrick.register.ledger.verify import verify
from overtrick.register.moving_in import check, doors, lists, report, sign_off
from overtrick.register.moving_in.check import Choices
from overtrick.register.moving_in.models import ListPart, OldCredit, OldList, Step
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import merge_records
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.people.models import Player
from overtrick.register.proof import prove
from overtrick.register.ranks import certificates, close_month, gold, honours
from overtrick.register.ranks.certificates import CertificateState
from overtrick.register.ranks.current_rank import rank_of
from overtrick.register.ranks.models import promotions_here
from overtrick.register.ranks.opening_balances import compare, write
from overtrick.register.ranks.promotion_check import wrong_promotions
from overtrick.register.ranks.ranking_lists import Wanted, ranking
from overtrick.register.records.record_lines import lines_of
from tests.register.moving_in import old_system
from tests.register.moving_in.old_system import AT, csv, entered, sent, signed, silent
from tests.register.season import Union, night, pairs, send, submitted

pytestmark = pytest.mark.postgres

TODAY = AT.date()
IN_JUNE = datetime(2026, 6, 15, 9, tzinfo=UTC)


def moved_in(here: Union) -> None:
    """Take over credits, balances and ranks; both people sign."""
    entered(here, Step.CREDITS, old_system.history(here))
    entered(here, Step.BALANCES, old_system.balances(here))
    entered(here, Step.RANKS, old_system.ranks(here), Choices(words={"CM": "Club Master"}))
    assert not signed(here.clerk).whole
    assert signed(here.second).whole


def test_history_and_balance_come_to_the_balance_and_the_rest_is_older(here: Union) -> None:
    moved_in(here)
    first, second = here.players[:2]
    assert held.holdings(first.pk, held.FINAL) == {"green": 575, "local": 2540}
    assert held.holdings(second.pk, held.FINAL) == {"local": 120}, "the history has more, and counts"
    lines = lines_of([first.pk])
    assert [(line.event, line.played, line.units, line.kind) for line in lines] == [
        ("Autumn Congress (ref. A3)", date(2025, 11, 2), 225, "history"),
        ("Autumn Congress (ref. A2)", date(2019, 11, 2), 350, "history"),
        ("Harvest Teams (ref. A1)", date(1987, 3, 9), 40, "history"),
        ("Points from before this book", date(1987, 3, 8), 2500, "opening"),
    ]
    assert all(line.final for line in lines)
    assert verify().findings == ()
    assert list(wrong_promotions()) == []


def test_the_report_tells_differences_sums_and_digests_and_stays_as_it_was_signed(here: Union) -> None:
    moved_in(here)
    move = doors.current_move()
    assert move is not None
    told = move.report
    assert told["sums"] == {
        "balances": {"green": 575, "local": 2640},
        "book": {"green": 575, "local": 2660},
        "history": {"green": 575, "local": 160},
        "more": {"local": 20},
        "older": {"local": 2500},
    }
    assert told["differences"] == [[here.players[1].number, "local", 100, 120]]
    assert told["credits"] == {"count": 4, "first": "1987-03-09", "last": "2025-11-02"}
    assert told["ranks"] == {"Club Master": 1, "County Master": 1}
    assert [each["step"] for each in told["lists"]] == ["credits", "balances", "ranks"]
    assert [len(each["sha256"]) for each in told["lists"]] == [64, 64, 64]
    assert ["100", "Oakby", 16, {"green": 575, "local": 2660}] in told["clubs"]
    assert told["statuses"] == {"registered": 16}
    assert (move.first_by, move.second_by) == (here.clerk, here.second)
    acts = list(Record.objects.filter(action__startswith="moving-in.sign").order_by("pk").values_list("action", "user"))
    assert acts == [("moving-in.sign", here.clerk.pk), ("moving-in.sign-off", here.second.pk)]


def test_old_ranks_are_held_and_later_promotions_start_from_there(here: Union) -> None:
    moved_in(here)
    first, second = here.players[:2]
    assert rank_of(first, TODAY).standing.rank == "County Master"
    assert rank_of(second, TODAY).standing.rank == "Club Master"
    listed = {each.name: each.rank for each in ranking(Wanted(10), TODAY)}
    assert listed == {"Ado Bem": "County Master", "Cor Dax": "Club Master"}
    assert rank_of(second, TODAY, played=date(2001, 2, 2)).standing.rank == "", "it was reached a day later"
    assert rank_of(second, TODAY, played=date(2001, 2, 3)).standing.rank == "Club Master"
    assert not promotions_here().exists(), "no month of this book brought them"
    for promotion in (first.promotions.get(), second.promotions.get()):
        assert promotion.held_before
        assert certificates.certificate(promotion).state is CertificateState.STANDS
    submitted(here, night(pairs(here.players)))
    done = close_month.close(here.federation, date(2026, 5, 1), here.clerk, IN_JUNE)
    assert done.promotions == (), "what was held before is not reached again"
    assert list(wrong_promotions()) == []
    assert verify().findings == ()


def test_the_next_rank_after_an_old_one_is_a_promotion(here: Union) -> None:
    entered(here, Step.BALANCES, csv(("Number", "Local"), (here.players[0].number, 495)), Choices(as_at=TODAY))
    entered(here, Step.RANKS, csv(("Number", "Rank", "Since"), (here.players[0].number, "Club Master", "2001-02-03")))
    signed(here.clerk)
    signed(here.second)
    submitted(here, night(pairs(here.players)))
    done = close_month.close(here.federation, date(2026, 5, 1), here.clerk, IN_JUNE)
    assert [(each.player, each.rank) for each in done.promotions] == [(here.players[0], "Area Master")]
    assert list(wrong_promotions()) == []


@pytest.mark.clause("abf", "7.2.2/17")
def test_a_rank_of_the_old_system_is_above_the_limit_of_an_event_from_its_day_on(down_under: Union) -> None:
    south = down_under
    limited = (("event", "Gold Coast Restricted Pairs"), ("master ranks", "Life 16"))
    rows = [(south.players[0].number, "Life", "2026-04-21"), (south.players[1].number, "Regional", "2001-02-03")]
    entered(south, Step.RANKS, csv(("Number", "Rank", "Since"), *rows))
    signed(south.clerk)
    signed(south.second)

    def above(begins: date) -> list[str]:
        played = night(pairs(south.players), begins=begins, status="", facts=limited)
        draft = send(south, played, actor=south.clerk).submission
        assert draft is not None
        return [each.working.says for each in preview(draft, AT).doubts if each.code == "entrant-above-limit"]

    assert above(date(2026, 4, 21)) == [], "Life Master only since the day of the event"
    assert above(date(2026, 4, 22)) == [f"Above the limit of this event: Ado Bem ({south.players[0].number})"]


def test_old_credits_count_in_the_lists_of_their_year_and_for_gold(here: Union) -> None:
    moved_in(here)
    assert [(each.name, each.units) for each in ranking(Wanted(10, year=2019), TODAY)] == [("Ado Bem", 350)]
    assert [(each.name, each.units) for each in honours.race(2020, 10)] == [("Cor Dax", 120)]
    assert ranking(Wanted(10, year=2026), TODAY) == [], "a balance was not won in the year of its day"
    found = gold.gold_in_detail(here.players[0], TODAY, 1)
    assert found is not None
    assert {each.event for each in found.events} <= {"Autumn Congress (ref. A2)", "Autumn Congress (ref. A3)"}
    assert all(each.competition == 0 for each in found.events)


def test_one_person_cannot_sign_for_two_and_a_changed_report_is_signed_anew(here: Union) -> None:
    entered(here, Step.CREDITS, old_system.history(here))
    signed(here.clerk)
    with pytest.raises(sign_off.SamePerson):
        signed(here.clerk)
    with pytest.raises(Refused, match="not an officer"):
        signed(here.scorer)
    entered(here, Step.BALANCES, old_system.balances(here))
    with pytest.raises(sign_off.ReportChanged):
        sign_off.sign("0" * 64, here.second, AT, silent)
    assert not signed(here.second).whole, "the report is another one: this is its first signature"
    assert signed(here.clerk).whole


def test_nothing_is_in_the_book_before_both_have_signed(here: Union) -> None:
    entered(here, Step.CREDITS, old_system.history(here))
    signed(here.clerk)
    assert not Posting.objects.exists()
    assert lines_of([here.players[0].pk]) == []


def test_after_the_sign_off_the_doors_are_shut(here: Union) -> None:
    moved_in(here)
    assert "signed off" in doors.why_shut()
    for step in Step:
        with pytest.raises(doors.DoorsShut):
            lists.take(step, "late.csv", [b"Number\n1"], here.clerk, AT)
    with pytest.raises(doors.DoorsShut):
        signed(here.clerk)
    assert not OldCredit.objects.exists()
    assert not ListPart.objects.exists()
    assert Closing.objects.get().month == date(2026, 4, 1)
    assert close_month.next_to_close() == date(2026, 5, 1)


def test_no_month_is_closed_while_something_waits_to_be_signed(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    entered(here, Step.CREDITS, old_system.history(here))
    with pytest.raises(doors.DoorsShut, match="not signed off"):
        close_month.close(here.federation, date(2026, 5, 1), here.clerk, IN_JUNE)
    signed(here.clerk)
    signed(here.second)
    assert close_month.close(here.federation, date(2026, 5, 1), here.clerk, IN_JUNE).postings == 1


def test_where_a_month_is_closed_nobody_moves_in(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    close_month.close(here.federation, date(2026, 5, 1), here.clerk, IN_JUNE)
    with pytest.raises(doors.DoorsShut, match="month has been closed"):
        sent(here, Step.CREDITS, old_system.history(here))


def test_lists_without_points_hold_no_month_up_and_what_was_only_checked_can_go_afterwards(here: Union) -> None:
    entered(here, Step.MEMBERS, csv(("Surname", "Status"), ("Newcomer", "registered")))
    nobody = csv(("Player", "Date", "Event", "Colour", "Points"), ("999999", "2020-01-05", "Pairs", "Local", 120))
    entered(here, Step.CREDITS, nobody)
    checked = sent(here, Step.CREDITS, old_system.history(here))
    submitted(here, night(pairs(here.players)))
    assert close_month.close(here.federation, date(2026, 5, 1), here.clerk, IN_JUNE).postings == 1
    check.take_back(checked, here.clerk, IN_JUNE)
    with pytest.raises(doors.DoorsShut):
        check.take_back(OldList.objects.get(step=Step.CREDITS), here.clerk, IN_JUNE)


def test_balances_that_were_entered_by_hand_since_the_list_do_not_count_twice(here: Union) -> None:
    old = entered(here, Step.BALANCES, old_system.balances(here))
    by_hand = compare([Opening(here.players[0], "local", 2540, TODAY, 1)])
    assert write(by_hand, here.clerk, here.second, AT)
    with pytest.raises(sign_off.EnteredSince, match="count twice: " + here.players[0].number):
        signed(here.clerk)
    check.take_back(old, here.clerk, AT)
    assert not doors.waiting().exists()


def test_every_fact_of_a_report_that_changes_is_told(here: Union) -> None:
    entered(here, Step.CREDITS, old_system.history(here))
    entered(here, Step.BALANCES, old_system.balances(here))
    entered(here, Step.RANKS, old_system.ranks(here), Choices(words={"CM": "Club Master"}))
    told = json.dumps(report.shown(TODAY))
    assert report.changes(json.loads(told), json.loads(told)) == []
    values = [found.span(1) for found in re.finditer(r'[:\[,] ("[^"]*"|\d+)(?=[,}\]])', told)]
    assert len(values) > 40
    for begins, ends in values:
        other = '"other"' if told[begins] == '"' else str(int(told[begins:ends]) + 1)
        assert report.changes(json.loads(told), json.loads(told[:begins] + other + told[ends:])), told[begins:ends]


def test_the_same_list_again_changes_nothing(here: Union) -> None:
    for step, content in (
        (Step.CREDITS, old_system.history(here)),
        (Step.BALANCES, old_system.balances(here)),
        (Step.RANKS, old_system.ranks(here)),
    ):
        choices = Choices(words={"CM": "Club Master"})
        done = entered(here, step, content, choices)
        again = entered(here, step, content, choices)
        assert again.report["counts"].get("new", 0) == 0
        assert again.report["counts"]["known"] == done.report["counts"]["new"]
        assert check.enter(again, here.clerk, AT, silent).pk == again.pk, "entered twice, it is entered once"
    signed(here.clerk)
    assert signed(here.second).entries == 5


def test_a_list_that_waits_for_signatures_can_be_taken_back(here: Union) -> None:
    kept = entered(here, Step.CREDITS, old_system.history(here))
    check.take_back(kept, here.clerk, AT)
    assert not OldCredit.objects.exists()
    assert not doors.under_way()
    with pytest.raises(sign_off.NothingTaken):
        signed(here.clerk)
    clubs = entered(here, Step.ORGANISATIONS, csv(("Number", "Name", "Kind"), (300, "Ashby", "Club")))
    with pytest.raises(check.Stays):
        check.take_back(clubs, here.clerk, AT)


def test_balances_alone_open_the_book_on_their_day(here: Union) -> None:
    entered(here, Step.BALANCES, csv(("Number", "Local 30/4/2026"), (here.players[0].number, 77)), Choices(as_at=TODAY))
    signed(here.clerk)
    signed(here.second)
    entry = Entry.objects.get()
    assert (entry.units, entry.played, entry.posting.kind) == (77, TODAY, "opening")


def test_credits_after_the_day_of_the_balance_come_on_top(here: Union) -> None:
    number = here.players[0].number
    entered(
        here,
        Step.CREDITS,
        csv(("Number", "Date", "Event", "Local"), (number, "2020-01-01", "Old", 10), (number, "2026-04-01", "New", 5)),
    )
    entered(here, Step.BALANCES, csv(("Number", "As at", "Local"), (number, "2025-12-31", 30)))
    signed(here.clerk)
    signed(here.second)
    assert held.holdings(here.players[0].pk) == {"local": 35}


def test_members_and_clubs_come_with_the_words_of_the_old_system(here: Union) -> None:
    entered(
        here,
        Step.ORGANISATIONS,
        csv(
            ("Code", "Club", "Type", "County"),
            (310, "Birchby", "Branch", 30),
            (30, "Ashshire", "County", ""),
            (100, "Oakby", "Club", 10),
        ),
        Choices(words={"Branch": "club"}),
    )
    birchby = Organisation.objects.get(number="310")
    assert (birchby.parent.number, birchby.affiliations.get().begins) == ("30", TODAY)  # type: ignore[union-attr]
    people = csv(
        ("No", "Forename", "Surname", "Club", "Status"),
        (7003, "Tia", "Ron", 310, "LM"),
        (7011, "Ulf", "Sor", 310, "Active"),
        (702, "Ved", "Tam", 310, "Dec'd"),
        (7038, "Wyn", "Ulm", 310, "???"),
    )
    first = sent(here, Step.MEMBERS, people)
    assert first.seen == {"LM": 1, "Active": 1, "Dec'd": 1, "???": 1}
    assert first.report["counts"]["new"] == 1
    assert [each["code"] for each in first.report["problems"]] == ["status-unknown"] * 3
    words = {"LM": "registered", "Dec'd": "deceased", "???": "left out"}
    check.choose(first, Choices(words=words), here.clerk, AT)
    done = check.enter(check.check(first, here.clerk, AT, silent), here.clerk, AT, silent)
    assert done.report["counts"] == {"new": 3, "changed": 0, "known": 0, "left_out": 1}
    assert Player.objects.get(number="702").standings.get().status == "deceased"
    again = sent(here, Step.MEMBERS, people)
    assert again.report["counts"]["known"] == 3, "what was said about words is remembered"


def test_equal_problems_are_told_once_with_how_many_and_the_first_lines(here: Union) -> None:
    rows = [(here.players[0].number, "2020-01-01", "Night", "Purple", 3) for _at in range(30)]
    strangers = [(900_000 + at, "2020-01-01", "Night", "Local", 3) for at in range(40)]
    wrong = [(here.players[0].number, "2099-01-01", "Night", "Local", "many")]
    shown = sent(here, Step.CREDITS, csv(("Number", "Date", "Event", "Colour", "Points"), *rows, *strangers, *wrong))
    told = {each["code"]: each for each in shown.report["problems"]}
    assert told["word-unknown"]["count"] == 30
    assert list(told["word-unknown"]["lines"][0]) == [2, "We do not know what the colour 'Purple' means."]
    assert (told["player-unknown"]["count"], len(told["player-unknown"]["lines"])) == (40, 5)
    assert {"date-to-come", "value-unreadable"} <= set(told)
    assert shown.report["counts"] == {"left_out": 71, "known": 0}


def test_a_credit_that_stands_twice_in_a_list_is_not_guessed_at(here: Union) -> None:
    row = (here.players[0].number, "2020-01-01", "Night", "Local", 3)
    shown = sent(here, Step.CREDITS, csv(("Number", "Date", "Event", "Colour", "Points"), row, row, row))
    assert shown.report["counts"] == {"new": 1, "known": 0, "left_out": 2}
    assert [each["code"] for each in shown.report["problems"]] == ["credit-twice"]


def test_columns_are_guessed_corrected_and_remembered(here: Union) -> None:
    number = here.players[0].number
    content = csv(("X", "Wann", "Was", "Lokal", "Memo"), (number, "2020-01-01", "Night", 3, ""))
    kept = lists.take(Step.CREDITS, "x.csv", [content], here.clerk, AT)
    first = check.check(kept, here.clerk, AT, silent)
    assert first.state == OldList.State.NEW
    assert first.report["problems"][0]["code"] == "column-missing"
    with pytest.raises(check.NotChecked):
        check.enter(first, here.clerk, AT, silent)
    check.choose(first, Choices(columns=["number", "day", "event", "points local", ""]), here.clerk, AT)
    assert check.check(first, here.clerk, AT, silent).report["counts"]["new"] == 1
    again = lists.take(Step.CREDITS, "y.csv", [content], here.clerk, AT)
    assert [meaning for _heading, meaning in again.columns] == ["number", "day", "event", "points local", ""]


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", b"\n\n"])
def test_what_is_no_list_is_refused(here: Union, content: bytes) -> None:
    with pytest.raises(lists.Unreadable):
        lists.take(Step.CREDITS, "x.csv", [content], here.clerk, AT)
    assert not OldList.objects.exists()


def test_officers_are_appointed_and_nobody_gets_a_link(here: Union, mailoutbox: list[object]) -> None:
    listed = csv(
        ("Club", "Role", "Member", "Email", "Surname"),
        (100, "Masterpoints secretary", here.players[0].number, "ado@example.org", ""),
        (101, "Scorer", "", "wilma@example.org", "Wim"),
        (101, "Office", "", "rex@example.org", ""),
        (999, "Scorer", "", "x@example.org", ""),
        (101, "Scorer", 999_999, "", ""),
    )
    done = entered(here, Step.OFFICERS, listed)
    assert done.report["counts"] == {"new": 2, "left_out": 3}
    assert {each["code"] for each in done.report["problems"]} == {
        "role-elsewhere",
        "organisation-unknown",
        "player-unknown",
    }
    assert here.club.officers.get(role="secretary").user.player == here.players[0]
    assert mailoutbox == []
    assert entered(here, Step.OFFICERS, listed).report["counts"]["known"] == 2


def test_the_whole_office_is_proved_after_moving_in(here: Union) -> None:
    moved_in(here)
    assert [(each.where, each.says) for each in prove().findings] == []


def test_points_of_records_that_were_merged_between_two_lists_do_not_count_twice(here: Union) -> None:
    kept, double = here.players[:2]
    won = csv(("Player", "Date", "Event", "Colour", "Points"), (double.number, "2020-01-05", "Pairs", "Local", 120))
    old = entered(here, Step.CREDITS, won)
    merge_records.merge(kept, double, "One person", actor=here.clerk, at=AT)
    entered(here, Step.BALANCES, csv(("Number", "Local"), (double.number, 150)), Choices(as_at=TODAY))
    with pytest.raises(sign_off.MergedSince, match=f"{double.number} and {kept.number}"):
        signed(here.clerk)
    check.take_back(old, here.clerk, AT)
    entered(here, Step.CREDITS, won)
    signed(here.clerk)
    assert signed(here.second).whole
    assert held.holdings(kept.pk, held.FINAL) == {"local": 150}
    assert verify().findings == ()
