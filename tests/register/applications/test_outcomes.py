"""Applications are supported, asked back, refused and granted; a grant makes the licence that it states."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.register.applications import draft, outcomes, send
from overtrick.register.applications.models import Application
from overtrick.register.applications.outcomes import Answer, NotStated, NotWaiting
from overtrick.register.decisions import decide
from overtrick.register.decisions.decide import NoReason
from overtrick.register.mail.models import Letter
from overtrick.register.messages import inbox, words
from overtrick.register.organisations import contacts as organisation_contacts
from overtrick.register.organisations import licences
from overtrick.register.organisations.contact_details import ContactDetails
from tests.register.applications.steps import FIRST, sent
from tests.register.season import AT, Union

pytestmark = pytest.mark.django_db
State, Support = Application.State, Application.Support
STATED = {"status": "district", "conditions": "Level 4 only"}


def test_the_county_supports_and_the_office_grants_a_licence_with_what_it_states(here: Union) -> None:
    made = outcomes.support(sent(here), supported=True, why="", actor=here.secretary, at=AT)
    assert made.support == Support.SUPPORTED
    granted = outcomes.grant(made, Answer(typed=STATED), actor=here.clerk, at=AT)
    licence = granted.licence
    assert granted.state == State.GRANTED
    assert licence is not None
    assert (licence.number, licence.allows, licence.states) == (made.number, "open event", {"status": "district"})
    assert (licence.begins, licence.ends, licence.event) == (FIRST, FIRST, "Summer Pairs")
    assert licence.conditions == "Level 4 only"
    assert licences.of_event(here.club, FIRST, [licence.event]) == [licence]
    assert [each.outcome for each in decide.about(made)] == ["supported", "granted"]


def test_a_grant_states_everything_it_must(here: Union) -> None:
    with pytest.raises(NotStated) as refused:
        outcomes.grant(sent(here), Answer(typed={"status": ""}), actor=here.clerk, at=AT)
    assert set(refused.value.mistakes) == {"status"}
    with pytest.raises(NotStated):
        outcomes.grant(Application.objects.get(), Answer(typed={"status": "royal"}), actor=here.clerk, at=AT)
    assert Application.objects.get().state == State.SENT


def test_a_refusal_has_a_reason_and_a_clause_and_is_told_on_the_pages_and_by_a_letter(here: Union) -> None:
    details = ContactDetails(email="club@example.org")
    organisation_contacts.change(here.club, details, actor=here.clerk, at=AT)
    made = sent(here)
    with pytest.raises(NoReason):
        outcomes.refuse(made, Answer(), actor=here.clerk, at=AT)
    refused = outcomes.refuse(made, Answer("The hall is too small"), actor=here.clerk, at=AT)
    assert refused.state == State.REFUSED
    assert decide.about(made).get().clause == "1.4.1"
    letter = Letter.objects.get()
    assert letter.to == "club@example.org"
    assert "The hall is too small" in letter.text
    assert "1.4.1" in letter.text
    (told,) = inbox.of_organisation(here.club.pk)
    assert told.kind == "licence-refused"
    assert words.sentence(told, here.federation).endswith("The reason: The hall is too small (§ 1.4.1)")


@pytest.mark.postgres
def test_whoever_reads_the_message_gets_no_second_letter(here: Union) -> None:
    here.scorer.email = "scorer@example.org"
    here.scorer.save()
    granted = outcomes.grant(sent(here), Answer("agreed", typed=STATED), actor=here.clerk, at=AT)
    assert granted.sent_by == here.scorer
    assert [each.kind for each in inbox.of_organisation(here.club.pk)] == ["licence-granted"]
    assert not Letter.objects.exists()


def test_what_is_asked_back_can_be_changed_and_sent_again_under_its_number(here: Union) -> None:
    made = sent(here)
    outcomes.ask_back(made, Answer("Which hall?"), actor=here.clerk, at=AT)
    made.refresh_from_db()
    draft.answer(made, {"venue": "Church hall"}, actor=here.scorer, at=AT)
    again = send.send(made, actor=here.scorer, at=AT)
    assert (again.number, again.state, again.answers["venue"]) == (made.number, State.SENT, "Church hall")


def test_nothing_is_decided_twice(here: Union) -> None:
    made = outcomes.grant(sent(here), Answer("agreed", typed=STATED), actor=here.clerk, at=AT)
    with pytest.raises(NotWaiting):
        outcomes.refuse(made, Answer("No"), actor=here.clerk, at=AT)
    with pytest.raises(NotWaiting):
        outcomes.support(made, supported=True, why="", actor=here.secretary, at=AT)


def test_a_licence_can_be_revoked_with_a_reason(here: Union) -> None:
    made = outcomes.grant(sent(here), Answer("agreed", typed=STATED), actor=here.clerk, at=AT)
    with pytest.raises(NoReason):
        outcomes.revoke(made, "", "1.7.13", actor=here.clerk, at=AT)
    outcomes.revoke(made, "Four tables only", "1.7.13", actor=here.clerk, at=AT)
    assert licences.of_event(here.club, FIRST, ()) == []
    with pytest.raises(licences.NotHeld):
        outcomes.revoke(made, "Again", "1.7.13", actor=here.clerk, at=AT)
    assert decide.about(made).last().clause == "1.7.13"  # type: ignore[union-attr]


def test_nothing_is_granted_without_the_support_asked_for_unless_somebody_says_why(here: Union) -> None:
    with pytest.raises(outcomes.AgainstTheRules, match="has not answered"):
        outcomes.grant(sent(here), Answer(typed=STATED), actor=here.clerk, at=AT)
    made = outcomes.support(
        Application.objects.get(), supported=False, why="Too near ours", actor=here.secretary, at=AT
    )
    with pytest.raises(outcomes.AgainstTheRules, match="the county supports it") as refused:
        outcomes.grant(made, Answer(typed=STATED), actor=here.clerk, at=AT)
    assert refused.value.clause == "1.2.2"


def test_a_late_application_is_granted_only_with_a_reason(here: Union) -> None:
    made = outcomes.support(sent(here), supported=True, why="", actor=here.secretary, at=AT)
    Application.objects.filter(pk=made.pk).update(deadline=date(2026, 5, 1))
    with pytest.raises(outcomes.AgainstTheRules, match="2026-05-01"):
        outcomes.grant(made, Answer(typed=STATED), actor=here.clerk, at=AT)
    outcomes.grant(made, Answer("The post was late", typed=STATED), actor=here.clerk, at=AT)
