"""How a month is closed."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from django.db import transaction

from overtrick.register import sql
from overtrick.register.ledger.balances import FINAL, holdings
from overtrick.register.ledger.head import end
from overtrick.register.ledger.models import Closing
from overtrick.register.ledger.posting import Posted, post, reverse
from overtrick.register.ledger.verify import verify
from overtrick.register.ranks.close_book import MonthStaysOpen, close, rehearse
from overtrick.register.scoping import scope
from tests.register.ledger.offices import JUNE, MAY, Office, open_office

pytestmark = pytest.mark.postgres

LATER = datetime(2027, 1, 2, 3, 4, 5, 678, tzinfo=UTC)
LAST_OF_MAY = date(2026, 5, 31)
#: What comes by then belongs to June, whichever month it is about.
AFTER_GRACE = date(2026, 6, 20)


@pytest.fixture
def asking(db: None) -> Office:  # noqa: ARG001 - it needs the database
    """An office that approves submissions."""
    return open_office(approval="office")


def decide(submission: int, status: str) -> None:
    sql.run("update competitions_submission set status = %s where id = %s", status, submission)


def take_back(office: Office, posted: Posted, submission: int, *units: int, on: date = MAY) -> Posted:
    instead = [office.entry(player, each) for player, each in enumerate(units)]
    return reverse(office.posting("correction", on, submission), posted.entries, instead)


def final(office: Office) -> int:
    return holdings(office.players[0], FINAL).get("local", 0)


def test_what_was_posted_up_to_the_end_of_the_month_becomes_final(office: Office) -> None:
    office.post(10, posted=MAY)
    office.post(20, posted=LAST_OF_MAY)
    office.post(40, posted=JUNE)
    closed = office.close(MAY)
    assert (closed.postings, closed.already) == (2, False)
    assert final(office) == 30
    office.close(JUNE)
    assert final(office) == 70
    assert verify().findings == ()


def test_a_rehearsal_says_what_would_happen_and_does_nothing(asking: Office) -> None:
    submission = asking.submit()
    posted = [asking.post(10), asking.post(20, submission=submission), asking.post(5, posted=JUNE)]
    plan = rehearse(asking.federation, date(2026, 5, 20))
    assert plan.month == MAY
    assert plan.postings == (posted[0].id,)
    assert [(each.posting, each.submission, each.why) for each in plan.waiting] == [
        (posted[1].posting, submission, f"submission {submission} is not approved yet")
    ]
    assert sql.rows("select count(*) from ledger_closing") == [(0,)]


def test_closing_a_month_twice_says_when_it_was_closed_and_changes_nothing(office: Office) -> None:
    office.post(10)
    first = close(office.federation, MAY, office.first, LATER)
    office.post(20, posted=MAY)
    before = end(office.federation.pk)
    again = close(office.federation, date(2026, 5, 9), office.second, LATER + timedelta(days=1))
    assert again.already
    assert (again.closing, again.at, again.postings) == (first.closing, LATER, 1)
    assert end(office.federation.pk) == before
    assert final(office) == 10


def test_a_month_without_postings_can_be_closed(office: Office) -> None:
    assert office.close(MAY).postings == 0
    assert office.close(JUNE).postings == 0
    assert verify().findings == ()


def test_months_are_closed_in_order(office: Office) -> None:
    office.close(MAY)
    with pytest.raises(MonthStaysOpen, match=r"July 2026 cannot be closed now.*June 2026 comes next"):
        office.close(date(2026, 7, 1))
    with pytest.raises(MonthStaysOpen, match="April 2026 cannot be closed now"):
        office.close(date(2026, 4, 1))


def test_december_is_followed_by_january(office: Office) -> None:
    office.close(date(2026, 12, 1))
    assert office.close(date(2027, 1, 1)).month == date(2027, 1, 1)


def test_a_month_that_is_not_over_stays_open(office: Office) -> None:
    with pytest.raises(MonthStaysOpen, match="May 2026 is not over yet; it can be closed from 2026-06-01 on"):
        close(office.federation, MAY, None, datetime(2026, 5, 31, 23, 59, tzinfo=UTC))
    # Where the sun rises earlier, the month is over earlier.
    east = timezone(timedelta(hours=10))
    assert not close(office.federation, MAY, None, datetime(2026, 6, 1, 0, 1, tzinfo=east)).already


def test_a_posting_dated_into_a_closed_month_becomes_final_with_the_next(office: Office) -> None:
    office.close(MAY)
    office.post(10, posted=MAY)
    assert final(office) == 0
    office.close(JUNE)
    assert final(office) == 10


def test_each_federation_closes_its_own_months(office: Office) -> None:
    south = open_office("south")
    office.post(10)
    south.post(20)
    south.close(MAY)
    assert (final(office), final(south)) == (0, 20)
    office.close(date(2026, 5, 1))
    assert (final(office), final(south)) == (10, 20)
    assert verify().findings == ()


def test_what_is_not_approved_waits(asking: Office) -> None:
    submission = asking.submit()
    asking.post(10, submission=submission)
    asking.close(MAY)
    assert final(asking) == 0
    decide(submission, "approved")
    asking.close(JUNE)
    assert final(asking) == 10


@pytest.mark.parametrize("kind", ["manual", "opening"])
def test_what_no_submission_brought_about_waits_for_nobody(asking: Office, kind: str) -> None:
    post(asking.posting(kind, submission=asking.submit()), [asking.entry()])
    asking.close(MAY)
    assert final(asking) == 10


def test_a_replaced_version_shares_the_fate_of_the_last(asking: Office) -> None:
    first = asking.submit()
    posted = asking.post(10, submission=first)
    decide(first, "replaced")
    second = asking.submit(2, replaces=first, status="replaced")
    again = take_back(asking, posted, second, 8)
    third = asking.submit(3, replaces=second)
    take_back(asking, again, third, 7)
    assert len(rehearse(asking.federation, MAY).waiting) == 3
    decide(third, "approved")
    assert rehearse(asking.federation, MAY).waiting == ()


def test_a_correction_of_part_of_a_posting_settles_all_of_it(asking: Office) -> None:
    first = asking.submit(status="replaced")
    posted = asking.post(10, 20, submission=first)
    second = asking.submit(2, replaces=first, status="approved")
    reverse(asking.posting("correction", submission=second), [posted.first], [asking.entry(0, 9)])
    asking.close(MAY)
    assert final(asking) == 9
    assert holdings(asking.players[1], FINAL) == {"local": 20}


def test_what_was_returned_becomes_final_with_what_takes_it_back(asking: Office) -> None:
    submission = asking.submit()
    posted = asking.post(10, 20, submission=submission)
    decide(submission, "returned")
    assert rehearse(asking.federation, MAY).postings == ()
    take_back(asking, posted, submission, on=AFTER_GRACE)
    assert rehearse(asking.federation, MAY).postings == ()
    assert len(rehearse(asking.federation, JUNE).postings) == 2
    asking.close(MAY)
    asking.close(JUNE)
    assert final(asking) == 0
    assert verify().findings == ()


def test_no_reversal_becomes_final_before_what_it_takes_back(asking: Office) -> None:
    posted = asking.post(10, submission=asking.submit())
    by_hand = reverse(asking.posting("manual"), posted.entries)
    plan = rehearse(asking.federation, MAY)
    assert [each.posting for each in plan.waiting] == [posted.posting, by_hand.posting]
    assert plan.waiting[1].why == "it takes back entries of posting 1, which is not final yet"


def test_what_was_returned_waits_if_its_reversal_waits(asking: Office) -> None:
    returned, pending = asking.submit(status="returned"), asking.submit(2)
    first = asking.post(10, submission=returned)
    other = asking.post(20, submission=pending)
    back = reverse(asking.posting("correction", submission=returned), [*first.entries, *other.entries])
    waiting = [each.posting for each in rehearse(asking.federation, MAY).waiting]
    assert waiting == [first.posting, other.posting, back.posting]


def test_a_closing_can_be_read(office: Office) -> None:
    posted = office.post(10)
    close(office.federation, MAY, office.first, LATER)
    with scope(federation=office.federation):
        closing = Closing.objects.get()
        assert (closing.month, closing.closed_at, closing.closed_by_id) == (MAY, LATER, office.first)
        assert bytes(closing.head) == posted.hash
        assert closing.number == 1
        assert [each.posting_id for each in closing.postings.all()] == [posted.id]


def test_a_month_closed_and_rolled_back_is_open(office: Office) -> None:
    with transaction.atomic():
        office.close(MAY)
        transaction.set_rollback(True)
    assert not office.close(MAY).already
