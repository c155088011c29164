"""Leave to run an event: without it, and above an authorised total, points wait for whoever may allow them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Contestant, Event, Field, Play, Player, Schedule, Stage
from overtrick.register.audit.models import Record
from overtrick.register.competitions import licence_check, objections
from overtrick.register.competitions.credit_check import wrong_held
from overtrick.register.competitions.decide import NoReason, approve, send_back
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.preview import preview
from overtrick.register.competitions.submit import submit
from overtrick.register.organisations import licences
from overtrick.register.organisations.licences import Grant
from overtrick.register.organisations.require import NotAllowed
from tests.register.season import AT, NIGHT, Union, balance, night, opened, pairs, send, submitted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.worlds import Founded

pytestmark = pytest.mark.django_db
LATER = datetime(2026, 5, 20, 9, tzinfo=UTC)
BLUE = (("points", "blue"),)


def test_a_club_night_needs_none_and_an_event_above_club_status_does(here: Union) -> None:
    at_home = send(here, night(pairs(here.players))).submission
    assert at_home is not None
    assert preview(at_home, AT).leave is None
    above = send(here, night(pairs(here.players), name="Open pairs", status="county")).submission
    assert above is not None
    found = preview(above, AT).leave
    assert found is not None
    assert (found.required.licence.name, found.licence, found.exceeded) == ("open event", None, False)
    assert found.required.working.clause == "1.4.1"


def test_an_event_without_its_licence_waits_for_the_office_and_not_for_the_county(here: Union) -> None:
    held = submitted(here, night(pairs(here.players), name="Open pairs", status="county")).submission
    assert (held.status, held.held_for) == (Submission.Status.SUBMITTED, "office")
    assert "licence is needed" in held.held_back
    assert "1.4.1" in held.held_back
    assert balance(here.players[0]) == 0
    assert list(wrong_held()) == []
    with pytest.raises(NotAllowed):
        approve(held, here.secretary, LATER, "We know the event")
    with pytest.raises(NoReason, match="Say why"):
        approve(held, here.clerk, LATER)
    done = approve(held, here.clerk, LATER, "The licence was granted by letter").submission
    assert (done.status, done.reason) == (Submission.Status.APPROVED, "The licence was granted by letter")
    assert balance(here.players[0]) > 0
    assert list(wrong_held()) == []
    said = Record.objects.filter(action="submission.approve").get()
    assert said.reason == "The licence was granted by letter"


def test_what_the_office_submits_needs_nobody_and_the_audit_says_what_it_let_through(here: Union) -> None:
    draft = send(here, night(pairs(here.players), name="Open pairs", status="county")).submission
    assert draft is not None
    done = submit(draft, here.clerk, AT)
    assert done.submission.status == Submission.Status.APPROVED
    assert "1.4.1" in done.let
    assert [each.code for each in objections.of(done.submission)] == ["licence-missing"]
    assert "1.4.1" in Record.objects.filter(action="submission.submit").get().after["let through"]


def test_a_licence_on_record_of_that_day_is_the_one_that_is_shown(here: Union) -> None:
    done = submitted(here, night(pairs(here.players), name="Open pairs", status="county")).submission
    assert [(each.pk, need.licence.name) for each, need in licence_check.unlicensed(here.club, NIGHT)] == [
        (done.pk, "open event")
    ]
    licences.grant(here.club, Grant("L-1", "open event", date(2026, 5, 13)), actor=here.clerk, at=AT)
    assert len(licence_check.unlicensed(here.club, NIGHT)) == 1
    made = licences.grant(here.club, Grant("L-2", "open event", NIGHT, NIGHT), actor=here.clerk, at=AT)
    assert licence_check.unlicensed(here.club, NIGHT) == []
    found = preview(done, AT).leave
    assert found is not None
    assert found.licence == made
    again = submitted(here, night(pairs(here.players), name="Open pairs", status="regional"), replace=True)
    assert again.submission.status == Submission.Status.APPROVED


@pytest.fixture
def south(founded: Founded) -> Union:
    """A State that authorises, with its club."""
    return founded(opened, "south", "abf")


def red(south: Union, day: date = NIGHT, ranked: Sequence[tuple[Player, ...]] = ()) -> Event:
    """A red session of the club."""
    contestants = tuple(
        Contestant(" & ".join(each.name for each in pair), pair, place)
        for place, pair in enumerate(ranked or pairs(south.players), 1)
    )
    stage = Stage(Play.PAIRS, Schedule(24), (Field(contestants=contestants),))
    return Event("Red Tuesday", day, (stage,), status="B4c")


def reds(south: Union) -> int:
    """What everybody has in red points."""
    return sum(balance(each, "red") for each in south.players)


def authorise(south: Union, units: int, number: str = "RP-7") -> None:
    """Let the State authorise so many units."""
    given = Grant(number, "red points", date(2026, 1, 1), date(2026, 12, 31), units)
    licences.grant(south.club, given, actor=south.secretary, at=AT)


def test_without_an_authorisation_on_record_red_points_wait_for_the_state(south: Union) -> None:
    outcome = submitted(south, red(south))
    found = preview(outcome.submission, AT).leave
    assert found is not None
    assert found.required.working.clause == "2.6 note/1"
    assert found.licence is None
    assert outcome.submission.held_for == "above"
    assert reds(south) == 0
    approve(outcome.submission, south.secretary, LATER, "The club's first red session")
    assert reds(south) > 0


def test_up_to_the_authorised_total_points_are_posted_and_one_more_unit_holds_them(south: Union) -> None:
    first = submitted(south, red(south))
    approve(first.submission, south.secretary, LATER, "Told by telephone")
    worth = reds(south)
    authorise(south, 2 * worth)
    exact = submitted(south, red(south, date(2026, 5, 13)), at=LATER).submission
    assert exact.held_back == ""
    assert reds(south) == 2 * worth
    licence = south.club.licences.get()
    assert licence_check.used(licence) == 2 * worth
    assert licence_check.used(licence, besides=first.submission.competition_id) == worth
    above = submitted(south, red(south, date(2026, 5, 14)), at=LATER).submission
    assert above.held_back == "These are more points than authorisation RP-7 allows (§ 2.6 note/1)."
    assert above.status == Submission.Status.SUBMITTED
    assert reds(south) == 2 * worth


def test_points_that_wait_for_their_players_take_of_the_authorised_total_and_club_nights_do_not(south: Union) -> None:
    authorise(south, 10**6)
    guests = [(Player(f"Guest {number}"), Player(f"Friend {number}")) for number in range(len(south.players) // 2)]
    known = submitted(south, red(south)).submission
    worth = reds(south)
    held = submitted(south, red(south, date(2026, 5, 13), guests)).submission
    submitted(south, red(south, date(2026, 5, 14))._replace(name="Thursday", status="E"))
    assert (reds(south), known.held_back, held.held_back) == (worth, "", "")
    licence = south.club.licences.get()
    assert licence_check.used(licence) == 2 * worth
    assert licence_check.used(licence, besides=held.competition_id) == worth
    assert licence_check.under(licence) == [known, held]


def test_what_is_held_back_is_posted_when_the_state_approves(south: Union) -> None:
    authorise(south, 1)
    draft = send(south, red(south)).submission
    assert draft is not None
    found = preview(draft, AT).leave
    assert found is not None
    assert found.exceeded
    held = submit(draft, south.scorer, AT, said={"points-above-authorised": "Two tables more came"}).submission
    assert reds(south) == 0
    done = approve(held, south.secretary, LATER, "Their anniversary")
    assert done.posted is not None
    assert reds(south) > 0
    assert done.submission.status == Submission.Status.APPROVED


def test_what_is_held_back_and_returned_leaves_nothing(south: Union) -> None:
    authorise(south, 1)
    held = submitted(south, red(south)).submission
    send_back(held, south.secretary, LATER, "Ask for more first")
    assert reds(south) == 0
    assert Submission.objects.get(pk=held.pk).status == Submission.Status.RETURNED


def test_a_correction_is_not_held_again_for_what_was_allowed_to_the_event(here: Union) -> None:
    ranked = pairs(here.players)
    submitted(here, night(ranked, name="Open pairs", status="county"))
    waiting = submitted(here, night(ranked[::-1], name="Open pairs", status="county"), replace=True).submission
    assert waiting.held_back  # nobody has allowed the first version
    approve(waiting, here.clerk, LATER, "The licence was granted by letter")
    mended = night([*ranked[1:], ranked[0]], name="Open pairs", status="county")
    again = submitted(here, mended, at=LATER, replace=True).submission
    assert (again.status, again.held_back, again.held_for) == (Submission.Status.APPROVED, "", "")
    assert [each.code for each in objections.of(again)] == ["licence-missing"]
    assert "1.4.1" in Record.objects.filter(action="submission.submit").latest("pk").after["let through"]
    assert list(wrong_held()) == []
    # Another reason holds it: it was not allowed.
    blue = night(ranked, name="Open pairs", status="county", facts=BLUE)
    other = submitted(here, blue, at=LATER, replace=True).submission
    assert "blue event" in other.held_back


@pytest.mark.postgres
def test_a_correction_above_the_authorised_total_is_held_only_if_it_is_worth_more(south: Union) -> None:
    ranked = pairs(south.players)
    authorise(south, 1)
    held = submitted(south, red(south)).submission
    approve(held, south.secretary, LATER, "Their anniversary")
    worth = reds(south)
    same = submitted(south, red(south, ranked=ranked[::-1]), at=LATER, replace=True).submission
    assert (same.held_back, reds(south)) == ("", worth)
    guests = [(Player(f"Guest {number}"), Player(f"Friend {number}")) for number in range(4)]
    more = submitted(south, red(south, ranked=[*ranked, *guests]), at=LATER, replace=True).submission
    assert (more.held_for, reds(south)) == ("above", worth)


def test_a_version_that_waits_again_leaves_the_points_of_the_one_before_it(here: Union) -> None:
    ranked = pairs(here.players)
    submitted(here, night(ranked, name="Open pairs"))
    before = balance(here.players[0])
    waits = submitted(here, night(ranked, name="Open pairs", status="county"), replace=True).submission
    assert (waits.held_for, balance(here.players[0])) == ("office", before)
    last = submitted(here, night(ranked[::-1], name="Open pairs", status="county"), replace=True).submission
    send_back(last, here.clerk, LATER, "The first order was right")
    waits.refresh_from_db()
    assert (waits.status, balance(here.players[0])) == (Submission.Status.SUBMITTED, before)
    assert list(wrong_held()) == []


@pytest.mark.clause("abf", "5.1.1/1")
@pytest.mark.parametrize(("granted", "held"), [(-1, False), (0, True), (1, True)])
def test_leave_for_a_congress_counts_if_it_was_granted_on_an_earlier_day(
    south: Union, granted: int, held: bool
) -> None:
    day = NIGHT + timedelta(days=granted)
    paper = Grant("C-1", "congress", NIGHT, NIGHT, event="Autumn Congress", granted_on=day)
    licences.grant(south.club, paper, actor=south.secretary, at=LATER)
    facts = (("congress", "B4"), ("congress event", "major"))
    event = night(pairs(south.players), name="Autumn Congress", status="", facts=facts)
    done = submitted(south, event).submission
    assert bool(done.held_back) is held
    codes = [each.code for each in objections.of(done)]
    assert ("licence-late" in codes, done.held_for) == (held, "above" if held else "")


def test_a_licence_cannot_have_been_granted_on_a_day_to_come(south: Union) -> None:
    with pytest.raises(licences.NotYetGranted):
        licences.grant(
            south.club, Grant("C-1", "congress", NIGHT, granted_on=date(2027, 1, 1)), actor=south.clerk, at=AT
        )
