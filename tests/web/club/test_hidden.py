"""What a club learns of players who hide from the public: of its own members everything, of others next to nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.urls import reverse

from overtrick.register.accounts.models import User
from overtrick.register.competitions import match
from overtrick.register.competitions.named_players import Named
from overtrick.register.limits import counting
from overtrick.register.limits.counting import Try
from overtrick.register.organisations import officers
from overtrick.register.people import registration, sight
from overtrick.web import access
from overtrick.web.club import look_ups
from tests.register import office
from tests.register.season import ROLE
from tests.web.cast import Role

if TYPE_CHECKING:
    from tests.web.cast import Cast
    from tests.web.conftest import LogIn


@pytest.fixture
def other(cast: Cast) -> Client:
    """The browser of the secretary of another club of the same county."""
    user = User.objects.create_user("otto", "otto@example.org", first_name="Otto", last_name="Pell")
    officers.appoint(cast.union.other, user, ROLE.SECRETARY, office.NEW_YEAR, actor=None, at=office.AT)
    browser = Client()
    browser.force_login(user, "overtrick.web.accounts.backend.NumberOrEmail")
    return browser


def test_a_number_gives_the_name_only_to_whom_the_player_does_not_hide_from(
    other: Client, cast: Cast, log_in: LogIn
) -> None:
    asked = {"number": cast.hidden.number}
    theirs = other.get(reverse("club-who", args=[cast.union.other.pk]), asked)
    assert (theirs.status_code, theirs.content) == (204, b"")
    own = log_in(Role.SECRETARY).get(reverse("club-who", args=[cast.union.club.pk]), asked)
    assert own.content.decode() == str(cast.hidden)
    public = other.get(reverse("club-who", args=[cast.union.other.pk]), {"number": cast.player.number})
    assert public.content.decode() == str(cast.player)


def test_whoever_looks_up_very_many_numbers_has_to_wait(other: Client, cast: Cast) -> None:
    user = User.objects.get(username="otto")
    for _each in range(look_ups.LOOK_UPS.free):
        counting.take([Try(look_ups.LOOK_UPS, str(user.pk))], access.now())
    answer = other.get(reverse("club-who", args=[cast.union.other.pk]), {"number": cast.player.number})
    assert answer.status_code == 429
    assert "Too many tries" in answer.content.decode()
    assert int(answer.headers["Retry-After"]) > 0


def test_nobody_who_hides_is_proposed_to_another_club(cast: Cast) -> None:
    who = Named("", str(cast.hidden), "")
    assert cast.hidden in match.candidates(cast.union.club, who)
    assert cast.hidden in match.candidates(cast.union.county, who)
    assert cast.hidden not in match.candidates(cast.union.other, who)


def test_a_search_finds_who_hides_by_the_number_and_a_fitting_name_alone(cast: Cast) -> None:
    where, hidden = cast.union.other, cast.hidden
    assert look_ups.search(where, str(hidden), str(hidden)) == []
    assert look_ups.search(where, hidden.number, "Quite Another") == []
    assert look_ups.search(where, hidden.number, str(hidden)) == [hidden]
    assert look_ups.shown_name(where, hidden) == f"number {hidden.number}"
    assert look_ups.shown_name(cast.union.club, hidden) == str(hidden)


def test_a_number_of_somebody_who_hides_is_not_chosen_for_another_name(cast: Cast) -> None:
    match.check_fits(cast.union.other, str(cast.hidden), cast.hidden)
    match.check_fits(cast.union.club, "Quite Another", cast.hidden)
    with pytest.raises(match.DoesNotFit, match="do not fit"):
        match.check_fits(cast.union.other, "Quite Another", cast.hidden)


def test_whoever_left_a_club_hides_from_it(cast: Cast) -> None:
    assert not sight.hides(cast.hidden, cast.union.club)
    cast.hidden.memberships.update(ends=office.NEW_YEAR)
    assert sight.hides(cast.hidden, cast.union.club)
    registration.correct(cast.hidden, anonymous=False, actor=None, at=office.AT)
    assert not sight.hides(cast.hidden, cast.union.club)
