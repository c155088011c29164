"""A program is nobody: it is not invited, gets no mail, holds no office of a person and is never one of two people."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from overtrick.register.corrections import confirm, proposals
from overtrick.register.corrections.proposals import ProposedPoints
from overtrick.register.decisions import two_people
from overtrick.register.decisions.two_people import NotAPerson
from overtrick.register.errors import Refused
from overtrick.register.log_ins import handover, invite_officer
from overtrick.register.messages import hand_out
from overtrick.register.messages.kinds import MONTH_CLOSED
from overtrick.register.messages.models import Message
from overtrick.register.messages.tell import News, tell, to_organisation
from overtrick.register.moving_in import report
from overtrick.register.organisations import contacts, officers
from overtrick.register.organisations.models import Officer
from overtrick.register.organisations.officers import WrongRole
from overtrick.register.people import account_lookup
from overtrick.register.tokens import issue
from overtrick.register.tokens.authenticate import caller
from overtrick.register.tokens.issue import Asked
from overtrick.register.tokens.scopes import Scope
from overtrick.web.accounts import required
from overtrick.web.mailings import monday
from tests.register.season import AT, NIGHT, Union
from tests.register.tokens.office_tokens import of_club

if TYPE_CHECKING:
    from overtrick.register.accounts.models import User

pytestmark = pytest.mark.django_db

POINTS = ProposedPoints("local", 12, NIGHT)


@pytest.fixture
def program(here: Union) -> User:
    return caller(of_club(here, [Scope.MEMBERS_READ]).written, AT).user


@pytest.fixture
def clerk_by_token(here: Union) -> User:
    written = issue.issue_personal(Asked("Script", [Scope.RESULTS_WRITE]), actor=here.clerk, at=AT).written
    return caller(written, AT).user


def test_it_is_no_officer_on_any_list(here: Union, program: User) -> None:
    day = AT.date()
    assert program not in [each.user for each in officers.officers_of(here.club, day)]
    assert not officers.people().filter(user=program).exists()
    before = report.build(day)["officers"]
    of_club(here)
    assert report.build(day)["officers"] == before
    assert required.without_one("officers", day) == 5  # the people of the invented office


@pytest.mark.postgres
def test_it_is_not_found_invited_or_handed_a_link(here: Union, program: User) -> None:
    assert account_lookup.account(program.username) is None
    assert program not in invite_officer.waiting(AT.date())
    with pytest.raises(Refused, match="is a program"):
        handover.in_hand(program, actor=here.clerk, at=AT)
    with pytest.raises(WrongRole):
        officers.appoint(here.other, program, Officer.Role.SECRETARY, NIGHT, actor=here.clerk, at=AT)


def test_it_gets_no_mail(here: Union, program: User) -> None:
    news = News(MONTH_CLOSED, to_organisation(here.club.pk), "1", (here.club.pk,), {"month": date(2026, 5, 1)})
    tell(AT, [news])
    assert program not in hand_out.readers(Message.objects.get())
    assert contacts._addresses(here.club, AT.date()) == []  # noqa: SLF001 - whom letters to the club go to
    assert program not in monday._secretaries(AT.date())  # noqa: SLF001 - likewise on Mondays


def test_a_token_is_never_one_of_two_people(here: Union, clerk_by_token: User) -> None:
    player = here.players[0]
    with pytest.raises(NotAPerson):
        proposals.propose(player, POINTS, "a mistake", clerk_by_token, AT)
    proposed = proposals.propose(player, POINTS, "a mistake", here.second, AT)
    with pytest.raises(NotAPerson):
        confirm.confirm(proposed, clerk_by_token, AT)
    with pytest.raises(NotAPerson):
        proposals.refuse(proposed, "no", clerk_by_token, AT)
    assert confirm.confirm(proposed, here.clerk, AT).status == two_people.CONFIRMED


def test_a_service_user_is_no_person_even_without_its_token(here: Union) -> None:
    with pytest.raises(NotAPerson):
        two_people.need_person(of_club(here).token.user)
