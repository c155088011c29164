"""What the book takes, and what it refuses."""

from __future__ import annotations

import hashlib
from datetime import date

import pytest
from django.db import IntegrityError, transaction

from overtrick.register import sql
from overtrick.register.ledger.head import end
from overtrick.register.ledger.immutable import WrittenInInk
from overtrick.register.ledger.models import ClosedPosting, Closing, Entry, Posting
from overtrick.register.ledger.posting import NewEntry, NewPosting, NotPosted, post, post_all, reverse
from overtrick.register.ledger.row_ids import row_id
from overtrick.register.scoping import scope
from tests.register.ledger.offices import MAY, Office, open_office

pytestmark = pytest.mark.postgres


def test_a_posting_gets_the_next_numbers_and_names_them(office: Office) -> None:
    assert office.post(10, 20)[:3] == (1, 1, 2)
    assert open_office("south").post(1)[:3] == (1, 1, 1)
    again = office.post(5, 6, 7)
    assert again[:3] == (2, 3, 5)
    assert list(again.entries) == [3, 4, 5]


def test_what_was_posted_can_be_read(office: Office) -> None:
    posted = office.post(10, 20)
    with scope(federation=office.federation):
        posting = Posting.objects.get(pk=posted.id)
        assert (posting.kind, posting.posted, posting.posted_by_id) == ("submission", MAY, office.first)
        entries = posting.entries.order_by("id")
        assert [(each.player_id, each.units, each.played) for each in entries] == [
            (office.players[0], 10, MAY),
            (office.players[1], 20, MAY),
        ]


def test_the_hash_is_made_as_it_is_written_down(office: Office) -> None:
    posted = office.post(10)
    before = hashlib.sha256(b"the book of overtrick, form 2\nnorth\n").digest()
    text = f"posting 2\n1\nsubmission\n\n2026-05-01\n{office.first}\n{office.second}\nA reason"
    link = hashlib.sha256(before + text.encode()).digest()
    text = f"entry 2\n1\n1\n{office.players[0]}\nlocal\n10\n2026-05-01\n\n\n\n"
    assert posted.hash == hashlib.sha256(link + text.encode()).digest()
    assert end(office.federation.pk) == (1, 1, 0, posted.hash)


def test_many_postings_at_once_are_the_same_as_one_after_another(office: Office) -> None:
    postings = [(office.posting(), [office.entry(0, 1 + number), office.entry(1, 7)]) for number in range(4)]
    with transaction.atomic():
        together = post_all(postings)
        transaction.set_rollback(True)
    assert [post(*each) for each in postings] == together


def test_a_posting_larger_than_a_handful_of_rows_in_memory_is_whole(office: Office) -> None:
    count = 2 * sql.CHUNK + 7
    posted = post(office.posting(), (office.entry(number % 5, 1) for number in range(count)))
    assert posted.last == count
    ids = (row_id(office.federation.pk, number) for number in (1, count))
    assert sql.rows("select count(*), min(id), max(id) from ledger_entry") == [(count, *ids)]


def test_balances_move_with_the_entries(office: Office) -> None:
    office.post(10, 20)
    post(office.posting(), [office.entry(0, 5), office.entry(0, 6), office.entry(0, 3, colour="green")])
    assert sql.rows("select player_id, colour, units, final from ledger_balance order by 1, 2") == [
        (office.players[0], "green", 3, 0),
        (office.players[0], "local", 21, 0),
        (office.players[1], "local", 20, 0),
    ]


def test_a_reversal_takes_the_points_back_and_names_what_it_corrects(office: Office) -> None:
    posted = office.post(10, 20)
    back = reverse(office.posting("correction"), [posted.first], instead=[office.entry(0, 8)])
    rows = sql.rows("select player_id, units, corrects_id from ledger_entry where posting_id = %s order by 2", back.id)
    first = row_id(office.federation.pk, posted.first)
    assert rows == [(office.players[0], -10, first), (office.players[0], 8, None)]


def test_a_reversal_can_itself_be_taken_back(office: Office) -> None:
    posted = office.post(10)
    back = reverse(office.posting("correction"), posted.entries)
    reverse(office.posting("correction"), back.entries)
    assert sql.rows("select units from ledger_balance") == [(10,)]


def refused(posting: NewPosting, *entries: NewEntry) -> str:
    """Post and be refused; the reason. Nothing of it is in the book."""
    before = (end(posting.federation), sql.rows("select count(*) from ledger_entry"))
    with pytest.raises(NotPosted) as caught:
        post(posting, entries)
    assert (end(posting.federation), sql.rows("select count(*) from ledger_entry")) == before
    return str(caught.value)


def test_a_posting_of_nothing_is_refused(office: Office) -> None:
    assert refused(office.posting()) == "There is nothing to post: a posting has at least one entry."
    with pytest.raises(NotPosted, match="There is nothing to post"):
        post_all([])


def test_an_entry_of_no_points_is_refused(office: Office) -> None:
    said = refused(office.posting(), office.entry(0, 5), office.entry(1, 0))
    assert said == f"The entry for player {office.players[1]} has no points."


def test_an_unknown_player_is_refused(office: Office) -> None:
    unknown = max(office.players) + 1000
    said = refused(office.posting(), office.entry(0, 5), office.entry()._replace(player=unknown))
    assert said == f"There is no player with the id {unknown} in this federation."


def test_a_player_of_another_federation_is_refused(office: Office) -> None:
    stranger = open_office("south").players[0]
    said = refused(office.posting(), office.entry()._replace(player=stranger))
    assert said == f"There is no player with the id {stranger} in this federation."


def test_postings_of_two_federations_do_not_go_together(office: Office) -> None:
    south = open_office("south")
    with pytest.raises(NotPosted, match="two federations go into two books"):
        post_all([(office.posting(), [office.entry()]), (south.posting(), [south.entry()])])
    assert end(south.federation.pk) is None


def test_the_database_refuses_a_row_whose_id_is_of_another_federation(office: Office) -> None:
    names = ("id", "federation_id", "month", "closed_at", "entry", "head", "hash")
    for federation in (office.federation.pk, office.federation.pk + 1):
        row = (row_id(federation, 1), office.federation.pk, "2026-05-01", "2026-06-01 00:00:00+00", 0, b"", b"")
        with transaction.atomic():
            if federation == office.federation.pk:
                sql.insert("ledger_closing", names, [row])
                transaction.set_rollback(True)
                continue
            with pytest.raises(IntegrityError, match="closing_in_its_federation"):
                sql.insert("ledger_closing", names, [row])
            transaction.set_rollback(True)


def test_an_entry_is_taken_back_only_once(office: Office) -> None:
    posted = office.post(10)
    back = reverse(office.posting("correction"), posted.entries)
    with pytest.raises(NotPosted, match=f"Entry 1 was taken back already, by posting {back.posting}"):
        reverse(office.posting("correction"), posted.entries)
    with pytest.raises(NotPosted, match="takes the same entry back twice"):
        reverse(office.posting("correction"), [*back.entries, *back.entries])


def test_there_must_be_something_to_take_back(office: Office) -> None:
    with pytest.raises(NotPosted, match="There is no entry 77 in the book to take back"):
        reverse(office.posting("correction"), [77])


def test_a_reversal_that_does_not_fit_is_refused(office: Office) -> None:
    right = office.entry(0, -10)._replace(corrects=office.post(10).first)
    for wrong in (
        right._replace(units=-9),
        right._replace(colour="green"),
        right._replace(player=office.players[1]),
        right._replace(played=date(2026, 5, 2)),
        right._replace(corrects=99),
    ):
        assert "differs by more than the sign" in refused(office.posting("correction"), wrong)
    assert post(office.posting("correction"), [right]).posting == 2


def test_a_reversal_dated_before_what_it_takes_back_is_refused(office: Office) -> None:
    posted = office.post(10)
    with pytest.raises(NotPosted, match="or comes before it"):
        reverse(office.posting("correction", date(2026, 4, 30)), posted.entries)


def test_an_award_of_an_assessment_is_posted_once(office: Office) -> None:
    submission = office.submit()
    assessment = office.assess(submission)
    award = office.entry()._replace(assessment=assessment, award=0)
    other = office.entry()._replace(assessment=assessment, award=1)
    posted = post(office.posting(submission=submission), [award])
    post(office.posting("release"), [other])  # the same assessment's next award, held until then
    assert refused(office.posting(), award) == f"Award 0 of assessment {assessment} was posted already, in posting 1."
    reverse(office.posting("correction"), posted.entries)
    assert "was posted already" in refused(office.posting(), award)


def test_an_award_is_not_posted_twice_in_one_posting(office: Office) -> None:
    award = office.entry()._replace(assessment=office.assess(office.submit()), award=3)
    assert refused(office.posting(), award, award) == "The posting credits the same award twice."


def test_an_assessment_must_be_there(office: Office) -> None:
    said = refused(office.posting(), office.entry()._replace(assessment=4711, award=0))
    assert said == "There is no assessment 4711 in this federation."


def test_an_assessment_goes_with_the_award(office: Office) -> None:
    entry = office.entry()._replace(assessment=office.assess(office.submit()))
    assert "names the assessment and which of its awards" in refused(office.posting(), entry)


@pytest.mark.parametrize("kind", ["manual", "opening"])
def test_what_is_entered_by_hand_needs_a_reason_and_two_people(office: Office, kind: str) -> None:
    good = office.posting(kind)
    assert "needs a reason" in refused(good._replace(reason=" "), office.entry())
    for change in ({"second": None}, {"posted_by": None}, {"second": office.first}):
        assert "needs two people" in refused(good._replace(**change), office.entry())
    assert post(good, [office.entry()]).posting == 1


def test_texts_that_do_not_fit_are_refused(office: Office) -> None:
    assert "is not the name of a colour" in refused(office.posting(), office.entry(colour="red\ngreen"))
    assert "is not the name of a colour" in refused(office.posting(), office.entry(colour=""))
    assert "room for 200" in refused(office.posting(), office.entry()._replace(stage="x" * 201))
    assert "room for 500" in refused(office.posting()._replace(reason="x" * 501), office.entry())
    assert "no kind of posting" in refused(office.posting("gift"), office.entry())


def test_any_letters_can_stand_in_a_stage_or_a_reason(office: Office) -> None:
    post(office.posting()._replace(reason="one\ntwo\tthree\\ “four”"), [office.entry()._replace(stage="Fïnał\t\\.\n𝄞")])
    assert sql.rows("select reason from ledger_posting") == [("one\ntwo\tthree\\ “four”",)]
    assert sql.rows("select stage from ledger_entry") == [("Fïnał\t\\.\n𝄞",)]


def test_a_refused_posting_leaves_the_callers_transaction_usable(office: Office) -> None:
    with transaction.atomic():
        refused(office.posting(), office.entry(0, 0))
        office.post(10)
    assert sql.rows("select units from ledger_balance") == [(10,)]


def test_a_posting_goes_with_the_callers_transaction(office: Office) -> None:
    with transaction.atomic():
        office.post(10)
        transaction.set_rollback(True)
    assert sql.rows("select count(*) from ledger_entry") == [(0,)]
    assert office.post(10).posting == 1


@pytest.mark.parametrize("model", [Posting, Entry, Closing, ClosedPosting])
def test_python_refuses_to_write_change_or_take_out_a_row(
    office: Office, model: type[Posting | Entry | Closing | ClosedPosting]
) -> None:
    office.post(10)
    office.close(MAY)
    with scope(federation=office.federation):
        row = model.objects.get()
        for act in (row.save, row.delete, model().save, model.objects.all().delete):
            with pytest.raises(WrittenInInk, match="Post a correction instead"):
                act()
        with pytest.raises(WrittenInInk, match="Post a correction instead"):
            model.objects.update(pk=5)
        with pytest.raises(WrittenInInk, match="Post a correction instead"):
            model.objects.bulk_create([row])
        with pytest.raises(WrittenInInk, match="Post a correction instead"):
            model.objects.bulk_update([row], ["hash"])
