"""Bills are told to those who may see the account of an organisation, and to nobody else."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from overtrick.register.messages import hand_out, inbox, words
from overtrick.register.money import disputes
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer
from tests.register import office
from tests.register.money.treasury import begun, invoiced, moment

if TYPE_CHECKING:
    from tests.register.season import Union

DAY = date(2026, 3, 31)


def test_an_invoice_and_the_answer_to_a_dispute_are_told_to_secretary_and_treasurer_alone(
    down_under: Union,
) -> None:
    here = down_under
    treasurer = office.user("treasurer")
    treasurer.email = "treasurer@example.org"
    treasurer.save()
    here.scorer.email = "scorer@example.org"
    here.scorer.save()
    officers.appoint(here.club, treasurer, Officer.Role.TREASURER, office.NEW_YEAR, actor=None, at=office.AT)
    begun(here)
    made = invoiced(here, here.club, 123_450, DAY)
    disputed = disputes.dispute(made.lines.get(), "We paid this.", actor=treasurer, at=moment(DAY))
    disputes.answer(disputed, "It was another one.", upheld=False, actor=here.clerk, at=moment(DAY))
    told = [words.sentence(each, here.federation) for each in inbox.of_organisation(here.club.pk, ["treasurer"])]
    assert told[0] == f"What you said about invoice {made.reference} has an answer: It was another one."
    assert told[1].startswith(f"Invoice {made.reference} comes to $1,234.50 and is due on ")
    assert [each.kind for each in inbox.of_organisation(here.club.pk, ["scorer"]) if "invoice" in each.kind] == []
    newest = inbox.of_organisation(here.club.pk)[0]
    assert list(hand_out.readers(newest)) == [treasurer]
    assert words.path(newest) == f"/club/{here.club.pk}/money/{made.reference}/"
