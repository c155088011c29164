"""A token lets a program do what its owner and its scopes allow, until somebody ends it or its time is over."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, transaction

from overtrick.register import transactions
from overtrick.register.audit import trail
from overtrick.register.audit.models import Record
from overtrick.register.decisions.two_people import NotAPerson
from overtrick.register.log_ins import account_state
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer
from overtrick.register.organisations.permissions import Action, may, visible_organisations
from overtrick.register.organisations.require import NotAllowed, need
from overtrick.register.proof import prove
from overtrick.register.scoping import scope
from overtrick.register.tokens import issue, player_file, token_form
from overtrick.register.tokens.authenticate import TokenExpired, TokenRevoked, TokenUnknown, caller, note_use
from overtrick.register.tokens.issue import Asked, TokenEnded, WrongToken
from overtrick.register.tokens.models import Token, TokenUse
from overtrick.register.tokens.scopes import SCORING, Scope
from tests.register import office
from tests.register.season import AT, Union
from tests.register.tokens.office_tokens import LAPTOP, club_secretary, of_club, of_player

if TYPE_CHECKING:
    from collections.abc import Collection

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@pytest.mark.parametrize("kind", [token_form.PERSONAL, token_form.OF_ORGANISATION])
def test_a_token_has_40_random_characters_and_6_that_check_them(kind: str) -> None:
    made = token_form.new(kind)
    assert made.startswith(kind)
    assert len(made) == 50
    assert token_form.is_one(made)
    assert token_form.new(kind) != made
    slip = made[:10] + ("a" if made[10] != "a" else "b") + made[11:]
    for other in (slip, made[:-1], made + "0", made.replace(kind, "otx_"), "", "oto_"):
        assert not token_form.is_one(other)


def test_it_is_shown_once_and_only_its_digest_is_kept(here: Union) -> None:
    made, written = of_club(here)
    kept = Token.objects.filter(pk=made.pk).values().get()
    assert written.startswith(made.first)
    assert written not in str(kept)
    assert written not in str(list(Record.objects.values()))
    assert kept["digest"] == token_form.digest(written)


def test_a_program_acts_as_a_scorer_of_the_organisation_and_the_audit_names_it(here: Union) -> None:
    made, written = of_club(here)
    called = caller(written, AT)
    assert (called.token, called.organisation, called.federation) == (made.pk, here.club, here.federation)
    assert called.scopes == SCORING
    assert list(visible_organisations(called.user, AT.date())) == [here.club]
    assert may(called.user, Action.SUBMIT, here.club, AT.date())
    assert not may(called.user, Action.MEMBERS, here.club, AT.date())
    assert called.user.get_full_name() == f"Oakby, token {LAPTOP}"
    with pytest.raises(NotAllowed, match=f"Oakby, token {LAPTOP} may not change members"):
        need(called.user, Action.MEMBERS, here.club, AT)


@pytest.mark.parametrize("scope_", Scope)
def test_no_scope_gives_an_organisation_more_than_a_secretary(here: Union, scope_: Scope) -> None:
    player_file.allow(here.club, "seating", actor=here.clerk, at=AT)
    if scope_ is Scope.RECORD_READ:
        with pytest.raises(WrongToken):
            of_club(here, [scope_])
        return
    made, _written = of_club(here, [scope_])
    assert made.user.offices.get().role in (Officer.Role.SCORER, Officer.Role.SECRETARY)
    held = {each for each in Action if may(made.user, each, here.club, AT.date())}
    hana = club_secretary(here)
    assert held <= {each for each in Action if may(hana, each, here.club, AT.date())}


def test_what_a_scorer_may_not_do_makes_it_a_secretary(here: Union) -> None:
    assert of_club(here, [Scope.MEMBERS_READ]).token.user.offices.get().role == Officer.Role.SECRETARY
    assert of_club(here, [Scope.RESULTS_READ]).token.user.offices.get().role == Officer.Role.SCORER


def test_a_secretary_makes_and_ends_tokens_of_their_club(here: Union) -> None:
    hana = club_secretary(here)
    made = issue.issue_for(here.club, Asked(LAPTOP, [Scope.MEMBERS_READ]), actor=hana, at=AT)
    issue.end(made.token, actor=hana, at=AT)
    assert [each.action for each in Record.objects.filter(user=hana).order_by("pk")] == ["token.make", "token.end"]


def test_a_token_makes_no_token(here: Union) -> None:
    program = caller(of_club(here, [Scope.MEMBERS_READ]).written, AT).user
    person = caller(of_player(here).written, AT).user
    for actor in (program, person):
        with pytest.raises(NotAPerson):
            issue.issue_for(here.club, Asked(LAPTOP, SCORING), actor=actor, at=AT)
        with pytest.raises(NotAPerson):
            issue.issue_personal(Asked(LAPTOP, [Scope.PLAYERS_READ]), actor=actor, at=AT)


def test_a_player_reads_their_own_record_by_a_program(here: Union) -> None:
    made, written = of_player(here, [Scope.RECORD_READ, Scope.PLAYERS_READ])
    called = caller(written, AT)
    assert (called.user, called.organisation) == (made.user, None)
    assert called.user.player == here.players[0]
    assert called.scopes == {Scope.RECORD_READ, Scope.PLAYERS_READ}
    assert called.user.by_token == made.pk


@pytest.mark.parametrize(
    "asked",
    [
        Asked("", SCORING),
        Asked(" \n ", SCORING),
        Asked("x" * 61, SCORING),
        Asked(LAPTOP, ()),
        Asked(LAPTOP, SCORING, 0),
        Asked(LAPTOP, SCORING, 401),
        Asked(LAPTOP, [Scope.PLAYERS_FILE]),
        Asked(LAPTOP, [Scope.RECORD_READ]),
    ],
)
def test_what_cannot_be_a_token_is_refused(here: Union, asked: Asked) -> None:
    with pytest.raises(WrongToken):
        issue.issue_for(here.club, asked, actor=here.clerk, at=AT)
    assert not Token.objects.exists()


@pytest.mark.parametrize(
    "scopes", [[Scope.RESULTS_WRITE], [Scope.PLAYERS_FILE], [Scope.MEMBERS_READ], [Scope.WEBHOOKS_WRITE]]
)
def test_somebody_without_an_office_reads_and_no_more(here: Union, scopes: Collection[Scope]) -> None:
    with pytest.raises(WrongToken):
        of_player(here, scopes)


def test_whoever_neither_plays_nor_acts_here_gets_no_token(here: Union, down_under: Union) -> None:
    with scope(federation=here.federation), pytest.raises(WrongToken):
        issue.issue_personal(Asked("Abroad", [Scope.PLAYERS_READ]), actor=down_under.clerk, at=AT)


def test_there_is_a_most_number_of_tokens_and_an_ended_one_makes_room(here: Union) -> None:
    made = [of_club(here, name=f"PC {number}").token for number in range(issue.MOST)]
    with pytest.raises(WrongToken, match="There are 20 tokens already"):
        of_club(here)
    issue.end(made[0], actor=here.clerk, at=AT)
    of_club(here)


def test_a_token_works_for_180_days_and_says_that_it_expired(here: Union) -> None:
    written = of_club(here).written
    caller(written, AT + 180 * DAY - timedelta(seconds=1))
    with pytest.raises(TokenExpired) as expired:
        caller(written, AT + 180 * DAY)
    assert expired.value.code == "token-expired"
    with pytest.raises(TokenExpired):
        caller(written, AT + 190 * DAY)


def test_an_ended_token_says_so_at_once(here: Union) -> None:
    made, written = of_club(here)
    issue.end(made, actor=here.clerk, at=AT)
    with pytest.raises(TokenRevoked) as ended:
        caller(written, AT)
    assert ended.value.code == "token-revoked"
    with pytest.raises(TokenEnded):
        issue.end(made, actor=here.clerk, at=AT)
    made.user.refresh_from_db()
    assert not made.user.is_active
    assert made.user.offices.get().ends == AT.date()
    assert not may(made.user, Action.SEE, here.club, AT.date())


def test_ending_the_office_ends_the_token(here: Union) -> None:
    made, written = of_club(here)
    officers.dismiss(here.club, made.user, Officer.Role.SCORER, AT.date(), actor=here.clerk, at=AT)
    with pytest.raises(TokenRevoked):
        caller(written, AT)
    made.refresh_from_db()
    assert (made.ended_at, made.ended_by) == (AT, here.clerk)


def test_an_office_that_ends_later_takes_the_token_with_it(here: Union) -> None:
    made, written = of_club(here)
    officers.dismiss(here.club, made.user, Officer.Role.SCORER, (AT + 5 * DAY).date(), actor=here.clerk, at=AT)
    caller(written, AT + 5 * DAY)
    with pytest.raises(TokenExpired):
        caller(written, AT + 6 * DAY)


def test_an_office_that_was_taken_away_outside_the_services_ends_it_too(here: Union) -> None:
    made, written = of_club(here)
    made.user.offices.all().delete()
    with pytest.raises(TokenRevoked):
        caller(written, AT)


def test_a_locked_account_has_no_tokens_and_an_unlocked_one_has_them_again(here: Union) -> None:
    made, written = of_player(here)
    account_state.lock(made.user, actor=here.clerk, at=AT)
    with pytest.raises(TokenRevoked):
        caller(written, AT)
    account_state.unlock(made.user, actor=here.clerk, at=AT)
    caller(written, AT)


def test_nobody_ends_the_personal_token_of_somebody_else(here: Union) -> None:
    made, written = of_player(here)
    with pytest.raises(NotAllowed):
        issue.end(made, actor=here.clerk, at=AT)
    issue.end(made, actor=made.user, at=AT)
    with pytest.raises(TokenRevoked):
        caller(written, AT)
    made.user.refresh_from_db()
    assert made.user.is_active


def test_a_token_is_of_one_federation(here: Union) -> None:
    written = of_club(here).written
    with scope(federation=office.federation("south", "abf")), pytest.raises(TokenUnknown) as unknown:
        caller(written, AT)
    assert unknown.value.code == "token-missing"


@pytest.mark.parametrize("written", ["", "Bearer", "oto_", "otp_" + "0" * 46, "ß" * 50, "oto_\x00", "x" * 100_000])
def test_what_is_no_token_is_unknown(here: Union, written: str) -> None:
    of_club(here)
    with pytest.raises(TokenUnknown):
        caller(written, AT)
    with pytest.raises(TokenUnknown):
        caller(token_form.new(token_form.OF_ORGANISATION), AT)


def test_the_player_file_is_for_organisations_that_the_office_allows_today(here: Union) -> None:
    with pytest.raises(WrongToken):
        of_club(here, [Scope.PLAYERS_FILE])
    player_file.allow(here.club, "Names at the table", actor=here.clerk, at=AT)
    with pytest.raises(player_file.AllowedAlready):
        player_file.allow(here.club, "Names at the table", actor=here.clerk, at=AT)
    written = of_club(here, [Scope.PLAYERS_FILE, Scope.PLAYERS_READ]).written
    assert caller(written, AT).scopes == {Scope.PLAYERS_FILE, Scope.PLAYERS_READ}
    player_file.withdraw(here.club, actor=here.clerk, at=AT)
    assert caller(written, AT).scopes == {Scope.PLAYERS_READ}
    with pytest.raises(player_file.NotAllowedYet):
        player_file.withdraw(here.club, actor=here.clerk, at=AT)


@pytest.mark.parametrize("purpose", ["", " ", "x" * 301])
def test_the_office_says_what_the_player_file_is_for(here: Union, purpose: str) -> None:
    with pytest.raises(player_file.NoPurpose):
        player_file.allow(here.club, purpose, actor=here.clerk, at=AT)


@pytest.mark.postgres
def test_the_day_of_last_use_is_written_once_and_after_what_only_reads(here: Union) -> None:
    called = caller(of_club(here).written, AT)
    with transactions.read_only():
        note_use(called, AT)
        assert not TokenUse.objects.exists()
    assert TokenUse.objects.get().day == AT.date()
    TokenUse.objects.update(day=AT.date() - DAY)
    note_use(called, AT)  # this process has noted it today
    assert TokenUse.objects.get().day == AT.date() - DAY
    note_use(called, AT + DAY)
    assert TokenUse.objects.get().day == (AT + DAY).date()
    note_use(called, AT - 9 * DAY)  # a clock that goes back takes nothing back
    assert TokenUse.objects.get().day == (AT + DAY).date()


def test_who_calls_is_one_query(here: Union, monkeypatch: pytest.MonkeyPatch) -> None:
    written = of_club(here).written
    with office.statements(monkeypatch) as heard:
        caller(written, AT)
    assert len(heard) == 1


@pytest.mark.parametrize("column", ["password", "email", "is_staff", "is_superuser"])
def test_the_database_lets_a_service_user_be_nobody(here: Union, column: str) -> None:
    user = of_club(here).token.user
    setattr(user, column, True if column.startswith("is_") else "ann@example.org")
    with pytest.raises(IntegrityError), transaction.atomic():
        user.save()


@pytest.mark.postgres
def test_everything_about_tokens_is_proven_by_the_audit(here: Union) -> None:
    made, _written = of_club(here)
    own = of_player(here).token
    player_file.allow(here.club, "seating", actor=here.clerk, at=AT)
    player_file.withdraw(here.club, actor=here.clerk, at=AT)
    issue.end(made, actor=here.clerk, at=AT)
    assert not Record.objects.filter(action="row.change").exclude(subject=trail.name(own.user)).exists()
    proof = prove()
    assert proof.holds, proof.findings
