"""Members on the pages of a club."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from overtrick.engine.event import Player as Seated
from overtrick.register.accounts.models import User
from overtrick.register.people import clubs, joining, registration, standings
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.models import Player, Standing
from overtrick.register.tasks import worker
from overtrick.web import access
from tests.register import office
from tests.register.season import night, pairs, submitted
from tests.web.cast import IN_APRIL, MARCH, Role
from tests.web.club.files import NUMBERS
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.web.cast import Cast
    from tests.web.conftest import LogIn


@pytest.fixture
def club(log_in: LogIn) -> Client:
    """The browser of Oakby's secretary."""
    return log_in(Role.SECRETARY)


def address(cast: Cast, name: str, *args: object) -> str:
    return reverse(name, args=[cast.union.club.pk, *args])


def test_the_list_is_narrowed_and_taken_away(club: Client, cast: Cast) -> None:
    where = address(cast, "club-members")
    assert "16 of 16 members" in club.get(where).content.decode()
    narrowed = club.get(where, {"search": "be", "home": "home"}).content.decode()
    assert "1 of 16 members" in narrowed
    assert "Bem, Ado" in narrowed
    heading, *lines = club.get(where, {"search": "be", "home": "home", "as": "csv"}).content.decode().splitlines()
    assert heading.startswith(
        "\ufeffNumber,Title,First name,Family name,Date of birth,Standing,Membership,Since,E-mail"
    )
    assert [line.split(",")[2:4] for line in lines] == [["Ado", "Bem"]]


def test_numbers_are_sorted_as_numbers_and_others_as_words(club: Client, cast: Cast) -> None:
    players = list(Player.objects.filter(memberships__club=cast.union.club).order_by("pk")[:3])
    for player, number in zip(players, ("1000009", "99", "A7"), strict=True):
        Player.objects.filter(pk=player.pk).update(number=number)
    table = club.get(address(cast, "club-members"), {"as": "csv", "sort": "0"}).content.decode()
    numbers = [line.split(",")[0].strip('"') for line in table.splitlines()[1:]]
    assert numbers[0] == "99"
    assert numbers.index("1000009") > 0
    assert numbers[-1] == "A7"


def test_the_file_is_in_the_order_of_the_page_though_its_columns_are_others(club: Client, cast: Cast) -> None:
    table = club.get(address(cast, "club-members"), {"as": "csv", "sort": "-1"}).content.decode()
    families = [line.split(",")[3] for line in table.splitlines()[1:]]
    assert len(families) == 16
    assert families == sorted(families, key=str.casefold, reverse=True)


def test_a_member_is_shown_with_clubs_points_and_last_credits(club: Client, cast: Cast) -> None:
    text = club.get(address(cast, "club-member", cast.player.pk)).content.decode()
    for word in ("Ado Bem", "Oakby", "Registered", "Tuesday pairs"):
        assert word in text


def test_the_page_of_a_member_tells_provisional_points_from_final_ones_as_the_record_does(
    club: Client, cast: Cast, log_in: LogIn
) -> None:
    theirs = as_read(club.get(address(cast, "club-member", cast.player.pk)).content.decode())
    own = as_read(log_in(Role.PLAYER).get("/record/").content.decode())
    for figure in ("1,948", "+24 provisional"):
        assert (figure in theirs, figure in own) == (True, True)
    assert theirs.count(">Provisional</span>") == 4
    assert theirs.count("Taken back: see the line above") == 1


def test_a_newcomer_gets_a_number(club: Client, cast: Cast) -> None:
    text = club.post(address(cast, "club-newcomer"), {"given": "Zeb", "family": "Quill"}, follow=True).content.decode()
    assert "Zeb Quill is a member of Oakby, with the number" in text


def test_somebody_who_may_be_known_is_asked_about_before_a_second_number_is_given(club: Client, cast: Cast) -> None:
    where = address(cast, "club-newcomer")
    typed = {"given": "Ado", "family": "Behm"}
    before = Player.objects.count()
    assert "Do we know them already?" in club.post(where, typed).content.decode()
    unsaid = club.post(where, {**typed, "looked-at": NUMBERS[0]})
    assert (unsaid.status_code, Player.objects.count()) == (422, before)
    club.post(where, {**typed, "looked-at": NUMBERS[0], "who": "new"})
    assert Player.objects.count() == before + 1


def test_somebody_who_lapsed_comes_back_under_the_old_number(club: Client, cast: Cast) -> None:
    away = registration.register(
        Applicant("Zeb", "Quill"), office.NEW_YEAR, status=Standing.Status.LAPSED, actor=None, at=office.AT
    ).player
    assert away is not None
    club.post(address(cast, "club-newcomer"), {"given": "Zeb", "family": "Quill", "who": away.number})
    assert standings.on_day(away, access.today()).status == Standing.Status.LAPSED
    agree(cast, away)
    assert standings.on_day(away, access.today()).status == Standing.Status.REGISTERED
    assert clubs.clubs_of(away, access.today()).home == cast.union.club


def agree(cast: Cast, player: Player) -> None:
    """Let the office agree for a player."""
    joining.confirm(joining.waiting_for(player).get(), cast.users[Role.OFFICE], access.now())


def test_a_member_of_another_club_is_entered_beside_it_when_they_agree(club: Client, cast: Cast) -> None:
    theirs = office.person("Zeb Quill", club=cast.union.other)
    club.post(address(cast, "club-newcomer"), {"given": "Zeb", "family": "Quill", "who": theirs.number})
    assert clubs.clubs_of(theirs, access.today()).others == ()
    agree(cast, theirs)
    found = clubs.clubs_of(theirs, access.today())
    assert (found.home, found.others) == (cast.union.other, (cast.union.club,))


@pytest.mark.parametrize("home", [True, False])
def test_who_belongs_to_the_club_already_is_welcomed_and_not_entered_again(
    club: Client, cast: Cast, *, home: bool
) -> None:
    player = cast.player if home else office.person("Zeb Quill", club=cast.union.other)
    if not home:
        clubs.add_alternate(player, cast.union.club, office.NEW_YEAR, actor=None, at=office.AT)
    before = clubs.clubs_of(player, access.today())
    typed = {"given": player.given, "family": player.family, "who": player.number}
    answer = club.post(address(cast, "club-newcomer"), typed, follow=True)
    assert f"{player} is a member of Oakby, with the number {player.number}." in answer.content.decode()
    assert clubs.clubs_of(player, access.today()) == before


def test_the_club_is_told_of_held_points_that_a_registration_sets_free(club: Client, cast: Cast) -> None:
    unpaid = office.person("Zeb Quill", club=cast.union.club, status=Standing.Status.POTENTIAL)
    winners = (Seated("Zeb Quill", unpaid.number), pairs(cast.union.players)[0][1])
    played = night([winners, *pairs(cast.union.players[2:])], name="Friday pairs", begins=MARCH)
    submitted(cast.union, played, at=IN_APRIL)
    typed = {"given": "Zeb", "family": "Quill", "who": unpaid.number}
    told = "Points held for Zeb Quill are now credited."
    assert told in club.post(address(cast, "club-newcomer"), typed, follow=True).content.decode()
    assert standings.on_day(unpaid, access.today()).status == Standing.Status.REGISTERED
    assert told not in club.post(address(cast, "club-newcomer"), typed, follow=True).content.decode()


def test_a_list_is_shown_before_it_is_entered_and_touches_nobody_of_another_club(club: Client, cast: Cast) -> None:
    theirs = office.person("Nim Tor", club=cast.union.other)
    where = address(cast, "club-members-list")
    rows = [
        "Number,First name,Surname,Club",
        f"{NUMBERS[1]},Corr,Dax,",
        ",Zeb,Quill,",
        ",Fay,Goll,",
        f"{theirs.number},Nimm,Tor,",
        ",Ulm,Vix,Elmby",
    ]
    shown = club.post(where, {"list": SimpleUploadedFile("members.csv", "\n".join(rows).encode())})
    text = shown.content.decode()
    for words in ("given name: Cor → Corr", "Zeb Quill", "who is Fay Goll?", "not a member of Oakby", "Elmby for Ulm"):
        assert words in text
    assert not Player.objects.filter(family="Quill").exists()
    packed = text.split('name="packed" value="', 1)[1].split('"', 1)[0]
    kept = {"packed": packed, "name": "members.csv", "line-4": "new"}
    assert "who is Fay Goll?" not in club.post(where, kept).content.decode()
    asked = club.post(where, {**kept, "enter": "yes"})
    assert not Player.objects.filter(family="Quill").exists()
    worker.work(once=True)
    done = club.get(asked.headers["Location"]).content.decode()
    assert "2 new members, 1 corrected, 2 lines left out" in done
    theirs.refresh_from_db()
    assert theirs.given == "Nim"


def test_no_list_or_a_broken_one_is_answered_with_a_sentence(club: Client, cast: Cast) -> None:
    where = address(cast, "club-members-list")
    assert "Choose a list of members" in club.post(where, {"packed": "%%%"}).content.decode()
    wrong = club.post(where, {"list": SimpleUploadedFile("members.csv", b"hello")})
    assert "We found no list of members" in wrong.content.decode()


def test_the_office_needs_nobody_to_agree(cast: Cast, log_in: LogIn) -> None:
    theirs = office.person("Zeb Quill", club=cast.union.other)
    typed = {"given": "Zeb", "family": "Quill", "who": theirs.number}
    log_in(Role.OFFICE).post(address(cast, "club-newcomer"), typed)
    assert clubs.clubs_of(theirs, access.today()).others == (cast.union.club,)


def test_a_club_sees_a_request_until_the_player_agrees_and_nothing_of_the_player(
    club: Client, cast: Cast, log_in: LogIn
) -> None:
    theirs = office.person("Zeb Quill", club=cast.union.other, born=date(1951, 3, 27))
    account = User.objects.create_user("zeb", "zeb@example.org", player=theirs)
    typed = {"given": "Zebedee", "family": "Quill", "number": theirs.number}
    assert "Zeb Quill" in club.post(address(cast, "club-newcomer"), typed).content.decode()
    waits = club.post(address(cast, "club-newcomer"), {**typed, "who": theirs.number}, follow=True).content.decode()
    assert "Zebedee Quill has to agree" in waits
    assert "1951" not in waits
    assert "No mail is set up here" in waits
    assert "Zebedee Quill" in club.get(address(cast, "club-members")).content.decode()
    assert club.get(address(cast, "club-member", theirs.pk)).status_code == 404
    assert "Zeb Quill" in log_in(Role.OFFICE).get("/office/joining/").content.decode()
    browser = Client()
    browser.force_login(account, "overtrick.web.accounts.backend.NumberOrEmail")
    for page in ("/record/", joining.PAGE):
        assert "Oakby wants to enter you as a member" in browser.get(page).content.decode()
    asked = joining.waiting_for(theirs).get()
    assert (
        "now a member of Oakby"
        in browser.post("/record/clubs/", {"request": asked.pk, "answer": "yes"}, follow=True).content.decode()
    )
    assert club.get(address(cast, "club-member", theirs.pk)).status_code == 200
    twice = browser.post("/record/clubs/", {"request": asked.pk, "answer": "yes"}, follow=True)
    assert "This was confirmed before." in twice.content.decode()


def test_the_code_that_a_player_shows_is_their_word(club: Client, cast: Cast) -> None:
    theirs = office.person("Zeb Quill", club=cast.union.other)
    club.post(address(cast, "club-newcomer"), {"given": "Zeb", "family": "Quill", "who": theirs.number})
    asked = joining.waiting_for(theirs).get()
    where = address(cast, "club-join", asked.pk)
    wrong = club.post(where, {"code": "AAAA-AAAA"})
    assert (wrong.status_code, clubs.clubs_of(theirs, access.today()).others) == (422, ())
    club.post(where, {"code": joining.code(theirs, access.today()).lower()})
    assert clubs.clubs_of(theirs, access.today()).others == (cast.union.club,)
    assert "Zeb Quill is now a member of Oakby." in club.get(where, follow=True).content.decode()


def test_a_club_can_withdraw_what_it_asked(club: Client, cast: Cast) -> None:
    theirs = office.person("Zeb Quill", club=cast.union.other)
    club.post(address(cast, "club-newcomer"), {"given": "Zeb", "family": "Quill", "who": theirs.number})
    asked = joining.waiting_for(theirs).get()
    where = address(cast, "club-join", asked.pk)
    club.post(where, {"withdraw": "yes"})
    assert not joining.waiting_for(theirs).exists()
    answer = club.post(where, {"withdraw": "yes"}, follow=True)
    assert "The request for Zeb Quill was refused or withdrawn." in answer.content.decode()


def test_the_office_agrees_or_refuses_on_its_page(club: Client, cast: Cast, log_in: LogIn) -> None:
    clerk = log_in(Role.OFFICE)
    for answer, others in (("no", ()), ("yes", (cast.union.club,))):
        theirs = Player.objects.filter(family="Quill").first() or office.person("Zeb Quill", club=cast.union.other)
        club.post(address(cast, "club-newcomer"), {"given": "Zeb", "family": "Quill", "who": theirs.number})
        decides = f"/office/joining/{joining.waiting_for(theirs).get().pk}/"
        clerk.post(decides, {"answer": answer})
        assert "before. There is nothing to do." in clerk.post(decides, {"answer": "yes"}, follow=True).content.decode()
        assert clubs.clubs_of(theirs, access.today()).others == others
