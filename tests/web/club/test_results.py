"""From a file to points, as a club does it on the pages."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from overtrick.engine.days import month
from overtrick.register.applications.models import Application
from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import HeldCredit, Seat, Submission
from overtrick.register.federation_settings import setup
from overtrick.register.federations.models import Federation
from overtrick.register.ledger.models import Entry
from overtrick.register.organisations import tree
from overtrick.register.organisations.models import Licence
from overtrick.register.queries.models import Query
from overtrick.register.scoping import scope
from tests.register.season import AT, file_of, night, pairs
from tests.web.cast import MARCH, Role
from tests.web.club.files import LATELY, NUMBERS, seats, tuesday, wednesday
from tests.web.pages import as_read

if TYPE_CHECKING:
    from django.http import HttpResponse
    from django.test import Client

    from tests.web.cast import Cast
    from tests.web.conftest import LogIn

Status = Submission.Status


@pytest.fixture
def club(log_in: LogIn) -> Client:
    """The browser of Oakby's scorer."""
    return log_in(Role.SCORER)


def send(club: Client, cast: Cast, *files: tuple[str, bytes]) -> HttpResponse:
    sent = [SimpleUploadedFile(name, content) for name, content in files]
    return club.post(reverse("club-upload", args=[cast.union.club.pk]), {"files": sent}, follow=True)  # type: ignore[return-value]


def page(club: Client, cast: Cast, name: str, *args: object) -> HttpResponse:
    return club.get(reverse(name, args=[cast.union.club.pk, *args]))  # type: ignore[return-value]


def draft_of(club: Client, cast: Cast, content: bytes) -> Submission:
    send(club, cast, ("results.yaml", content))
    return Submission.objects.get(status=Status.DRAFT)


def submit(club: Client, cast: Cast, draft: Submission, **words: str) -> HttpResponse:
    return club.post(reverse("club-preview", args=[cast.union.club.pk, draft.pk]), words, follow=True)  # type: ignore[return-value]


def says(answer: HttpResponse, *words: str) -> None:
    text = as_read(answer.content.decode())
    for each in words:
        assert each in text


@pytest.mark.duty("D41", "ebu")
def test_a_file_without_a_question_is_shown_with_its_awards_and_submitted(club: Client, cast: Cast) -> None:
    before = Entry.objects.count()
    draft = draft_of(club, cast, tuesday())
    says(page(club, cast, "club-preview", draft.pk), "Ado Bem &amp; Cor Dax", "Why?", "code 10", "Submit these awards")
    assert Entry.objects.count() == before
    says(submit(club, cast, draft), draft.reference, "6 players see their points now", "Correct this", "Club sessions")
    assert Entry.objects.count() == before + 6


def test_points_become_final_no_earlier_than_the_month_can_be_closed(club: Client, cast: Cast) -> None:
    setup.change(cast.union.federation, setup.Ways(closes_after_days=0), actor=None, at=AT)
    answer = submit(club, cast, draft_of(club, cast, tuesday()))
    sent = Submission.objects.latest("pk").submitted_at
    assert sent is not None
    following = month(sent.date()).last + timedelta(days=1)
    says(answer, f"on {following.day} {following:%B %Y} or later")


def test_the_same_file_again_says_who_sent_it_first_and_changes_nothing(club: Client, cast: Cast) -> None:
    submit(club, cast, draft_of(club, cast, tuesday()))
    before = (Entry.objects.count(), Submission.objects.count())
    says(
        send(club, cast, ("again.yaml", tuesday())),
        "These results were sent before",
        "from north-scorer",
        "Nothing was",
    )
    assert (Entry.objects.count(), Submission.objects.count()) == before


def test_what_a_file_leaves_open_is_asked_until_all_is_answered(club: Client, cast: Cast) -> None:
    answer = send(club, cast, ("wednesday.csv", wednesday()))
    says(answer, "On which day was it played?", "How many boards")
    address = answer.redirect_chain[-1][0]  # type: ignore[attr-defined]
    upload = address.rsplit("=", 1)[1]
    fields = {word: f"answer {upload} {word}" for word in ("event", "date", "boards", "status")}
    asked = [fields[word] for word in ("event", "date", "boards")]
    wrong = club.post(address, {"asked": asked, fields["date"]: "some day", fields["event"]: "Wednesday pairs"})
    assert wrong.status_code == 422
    says(wrong, "There is a problem", "Enter an answer: How many boards", "some day", 'value="Wednesday pairs"')  # type: ignore[arg-type]
    given = {fields["event"]: "Wednesday pairs", fields["date"]: "7 October 2026", fields["boards"]: "24"}
    more = club.post(address, {"asked": asked, **given})
    says(more, "What status does the event have?", f'name="{fields["boards"]}" value="24"')  # type: ignore[arg-type]
    done = club.post(address, {"asked": [fields["status"]], **given, fields["status"]: "club"}, follow=True)
    says(done, "Wednesday pairs", "Submit these awards")  # type: ignore[arg-type]
    submit(club, cast, Submission.objects.get(status=Status.DRAFT))
    says(send(club, cast, ("wednesday.csv", wednesday())), "These results were sent before")


def test_nothing_chosen_and_what_is_no_results_file_get_a_calm_sentence(club: Client, cast: Cast) -> None:
    none = club.post(reverse("club-upload", args=[cast.union.club.pk]))
    assert none.status_code == 422
    says(none, "Choose a results file")  # type: ignore[arg-type]
    says(send(club, cast, ("photo.jpg", b"\xff\xd8\xff\xe0" + b"x" * 400)), "This file cannot be used", "picture")


def test_a_number_that_nobody_has_is_asked_about_and_never_guessed(club: Client, cast: Cast) -> None:
    draft = draft_of(club, cast, tuesday(unknown=[0, 3, 5]))
    where = reverse("club-players", args=[cast.union.club.pk, draft.pk])
    asked = club.get(where)
    says(asked, "Nobody in the register has the number 999900", "I do not know", "Not a member")  # type: ignore[arg-type]
    assert "checked" not in asked.content.decode()
    refused = club.post(where)
    assert refused.status_code == 422
    says(refused, "Say who Ado Bem is, or that you do not know")  # type: ignore[arg-type]
    ado, gat, kel = draft.seats.exclude(match=Seat.Match.NUMBER).order_by("pk")
    club.post(where, {f"who-{ado.pk}": NUMBERS[0], f"who-{gat.pk}": "none", f"who-{kel.pk}": "unknown"})
    shown = page(club, cast, "club-preview", draft.pk)
    says(shown, "Gat Hob is not a member", "Nobody has said who Kel Lom is")
    submit(club, cast, draft)
    held = {each.name: bool(each.dropped) for each in HeldCredit.objects.filter(submission=draft)}
    assert held == {"Gat Hob": True, "Kel Lom": False}
    assert Entry.objects.filter(posting__submission=draft).count() == 4


def test_somebody_else_is_looked_up_by_name(club: Client, cast: Cast) -> None:
    draft = draft_of(club, cast, tuesday(unknown=[0]))
    where = reverse("club-players", args=[cast.union.club.pk, draft.pk])
    seat = draft.seats.exclude(match=Seat.Match.NUMBER).get()
    found = club.post(where, {f"who-{seat.pk}": "else", f"who-{seat.pk}-name": "Fay", "look": str(seat.pk)})
    says(found, "Fay Gol", NUMBERS[15])  # type: ignore[arg-type]
    unfound = club.post(where, {f"who-{seat.pk}": "else"})
    assert unfound.status_code == 422


def test_points_that_wait_are_given_to_whom_the_club_names(club: Client, cast: Cast) -> None:
    draft = draft_of(club, cast, tuesday(unknown=[0]))
    submit(club, cast, draft)
    held = HeldCredit.objects.get(submission=draft)
    says(page(club, cast, "club-desk"), "Points are held until somebody says who these players are: Ado Bem (18)")
    where = reverse("club-held", args=[cast.union.club.pk, draft.pk, held.pk])
    assert club.post(where).status_code == 422
    says(club.post(where, {"who": NUMBERS[0]}, follow=True), "We have noted that Ado Bem is Ado Bem")  # type: ignore[arg-type]
    assert Entry.objects.filter(posting__submission=draft).count() == 6


def test_a_correction_after_the_month_was_closed_shows_who_gains_and_who_loses(club: Client, cast: Cast) -> None:
    ranked = pairs(cast.union.players)
    corrected = file_of(night([ranked[1], ranked[0], *ranked[2:]], begins=MARCH))
    draft = draft_of(club, cast, corrected)
    shown = page(club, cast, "club-preview", draft.pk)
    says(shown, "Who loses", "▼ 6 less", "Who gains", "▲ 6 more", "March 2026 is closed, so its points are final")
    assert submit(club, cast, draft).status_code == 422
    says(submit(club, cast, draft, relation="corrects"), "The correction is submitted")
    says(page(club, cast, "club-submission", draft.pk), "Version 2", "Version 1", "−18", "+12", "Reverses")


def test_another_event_of_the_same_name_and_day_is_kept_apart(club: Client, cast: Cast) -> None:
    submit(club, cast, draft_of(club, cast, tuesday()))
    apart = submit(club, cast, draft_of(club, cast, tuesday(swapped=True)), relation="separate")
    says(apart, "Tuesday teas (2)", "Submit these awards")
    submit(club, cast, Submission.objects.get(status=Status.DRAFT))
    assert Submission.objects.filter(competition__begins=LATELY, status=Status.APPROVED).count() == 2


def test_a_correction_shows_what_changes_in_points_that_are_held(club: Client, cast: Cast) -> None:
    submit(club, cast, draft_of(club, cast, tuesday(unknown=[0])))
    draft = draft_of(club, cast, tuesday(unknown=[0], swapped=True))
    text = page(club, cast, "club-preview", draft.pk).content.decode()
    cells = (r'class="row-main">\s*([^<]*?)\s*<', r'"Now">\s*([^<]*?)\s*<', r'"After">\s*([^<]*?)\s*<')
    rows = re.findall(".*?".join(cells), text, re.DOTALL)
    assert sorted(rows) == [
        ("Ado Bem (held)", "18", "12"), ("Cor Dax", "18", "12"), ("Elu Fin", "12", "18"), ("Gat Hob", "12", "18")
    ]  # fmt: skip


def test_who_somebody_is_can_be_corrected_without_a_file(club: Client, cast: Cast) -> None:
    draft = draft_of(club, cast, tuesday(unknown=[0]))
    submit(club, cast, draft)
    again = club.post(reverse("club-correct", args=[cast.union.club.pk, draft.pk]), follow=True)
    says(again, "Who are these players?", "Ado Bem")  # type: ignore[arg-type]
    assert Submission.objects.get(status=Status.DRAFT).version == 2


def test_the_awards_are_taken_away_in_several_forms(club: Client, cast: Cast) -> None:
    draft = draft_of(club, cast, tuesday())
    submit(club, cast, draft)
    for form, begins in (("csv", b"\xef\xbb\xbf"), ("xlsx", b"PK"), ("xml", b"<?xml"), ("json", b"{")):
        answer = page(club, cast, "club-download", draft.pk, form)
        assert answer.content.startswith(begins) or b"Ado Bem" in answer.content
        assert f'awards.{form}"' in answer["Content-Disposition"]
        address = reverse("club-download", args=[cast.union.club.pk, draft.pk, form])
        says(page(club, cast, "club-submission", draft.pk), f'<a href="{address}">')
    assert page(club, cast, "club-download", draft.pk, "exe").status_code == 404


@pytest.mark.parametrize("name", ["club-submission", "club-correct", "club-done"])
def test_what_is_not_submitted_yet_is_shown_as_the_draft_it_is(
    club: Client, cast: Cast, log_in: LogIn, name: str
) -> None:
    draft = draft_of(club, cast, tuesday())
    where, preview = (reverse(each, args=[cast.union.club.pk, draft.pk]) for each in (name, "club-preview"))
    assert club.get(where).headers["Location"] == preview
    assert log_in(Role.COUNTY).get(where, follow=True).status_code == 403


@pytest.mark.parametrize(
    ("way", "name", "onward"),
    [
        ("get", "club-preview", "club-submission"),
        ("post", "club-preview", "club-done"),
        ("get", "club-players", "club-submission"),
        ("post", "club-players", "club-submission"),
    ],
)
def test_what_is_submitted_is_no_draft_any_more(club: Client, cast: Cast, way: str, name: str, onward: str) -> None:
    draft = draft_of(club, cast, tuesday())
    submit(club, cast, draft)
    where, leads_to = (reverse(each, args=[cast.union.club.pk, draft.pk]) for each in (name, onward))
    before = Entry.objects.count()
    assert getattr(club, way)(where).headers["Location"] == leads_to
    assert Entry.objects.count() == before


def test_a_draft_is_not_opened_for_correction(club: Client, cast: Cast) -> None:
    draft = draft_of(club, cast, tuesday())
    where, preview = (reverse(each, args=[cast.union.club.pk, draft.pk]) for each in ("club-correct", "club-preview"))
    assert club.post(where).headers["Location"] == preview
    assert Submission.objects.get(status=Status.DRAFT) == draft


def test_the_history_is_filtered_sorted_and_taken_away(club: Client, cast: Cast) -> None:
    says(page(club, cast, "club-submissions"), "Tuesday pairs", "Final", "Replaced")
    where = reverse("club-submissions", args=[cast.union.club.pk])
    says(club.get(where, {"search": "friday"}), "We found no such submissions")  # type: ignore[arg-type]
    table = club.get(where, {"as": "csv", "sort": "0"}).content.decode()
    assert "2026-03-10" in table.splitlines()[1]


def test_the_overview_says_what_needs_somebody_and_what_may_be_missing(club: Client, cast: Cast) -> None:
    says(
        page(club, cast, "club-desk"),
        "Ado Bem has asked about an award and is waiting for an answer",
        "0 of 2",
        "Sent recently",
    )
    Query.objects.update(waits_for_player=True)
    Application.objects.update(last_day=None)  # no paper of its licence is due
    Licence.objects.update(ends=None)  # nor are results of its event
    says(page(club, cast, "club-desk"), "You do not need to do anything")
    send(club, cast, ("wednesday.csv", wednesday()), ("t.yaml", tuesday(unknown=[0])), ("photo.png", b"\x89PNG" * 90))
    answer = page(club, cast, "club-desk")
    says(
        answer,
        "What you need to do",
        "The file does not tell us everything",
        "We do not know who 1 player is",
        "cannot be used",
    )


def test_a_county_approves_or_returns_with_a_reason(club: Client, cast: Cast, log_in: LogIn) -> None:
    ways = setup.Ways(approval=Federation.Approval.PARENT)
    with scope(federation=setup.change(cast.union.federation, ways, actor=None, at=AT)):
        first, second = (draft_of_another(club, cast, name) for name in ("Tuesday teas", "Tuesday cakes"))
        county = log_in(Role.COUNTY)
        listed = county.get(reverse("club-approvals", args=[cast.union.county.pk]))
        says(listed, "Tuesday teas", "Tuesday cakes", "Oakby")  # type: ignore[arg-type]
        decide = reverse("club-decide", args=[cast.union.club.pk, first.pk])
        assert club.post(decide, {"approve": ""}).status_code == 403
        county.post(decide, {"approve": ""})
        back = reverse("club-decide", args=[cast.union.club.pk, second.pk])
        says(county.post(back, {"return": "yes", "reason": " "}, follow=True), "Say what is wrong")  # type: ignore[arg-type]
        county.post(back, {"return": "yes", "reason": "wrong hall"})
        first.refresh_from_db()
        second.refresh_from_db()
        assert (first.status, second.status) == (Status.APPROVED, Status.RETURNED)
        says(page(club, cast, "club-desk"), "Returned", "wrong hall", "Correct it")
        assert county.post(reverse("club-preview", args=[cast.union.club.pk, first.pk])).status_code == 403


def test_a_county_approves_several_of_its_clubs_together_and_nothing_of_another(
    club: Client, cast: Cast, log_in: LogIn
) -> None:
    ways = setup.Ways(approval=Federation.Approval.PARENT)
    with scope(federation=setup.change(cast.union.federation, ways, actor=None, at=AT)):
        names = ("Tuesday teas", "Tuesday cakes", "Tuesday buns")
        sent = [draft_of_another(club, cast, name) for name in names]
        county, where = log_in(Role.COUNTY), cast.union.county
        several, told = (reverse(name, args=[where.pk]) for name in ("club-approve-many", "club-approved"))
        says(county.get(reverse("club-approvals", args=[where.pk])), "Approve several together")  # type: ignore[arg-type]
        says(county.get(several), "3 submissions are clear", *names)  # type: ignore[arg-type]
        says(county.get(told), "No submissions were chosen", "Choose what to approve")  # type: ignore[arg-type]
        assert club.post(several, {"submission": [sent[0].pk]}).status_code in (403, 404)
        tree.move(cast.union.other, cast.union.national, actor=None, at=AT)
        sent[2].competition.organisation = cast.union.other
        sent[2].competition.save()
        done = county.post(several, {"submission": [str(each.pk) for each in sent]}, follow=True)
        says(done, "2 submissions are approved", "Tuesday teas", "Tuesday cakes")  # type: ignore[arg-type]
        for each in sent:
            each.refresh_from_db()
        assert [each.status for each in sent] == [Status.APPROVED, Status.APPROVED, Status.SUBMITTED]
        assert {each.decided_by for each in sent[:2]} == {cast.users[Role.COUNTY]}
        says(county.get(told), "Nothing is waiting for you")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("onward", "followed"), [("/club/", True), ("https://elsewhere.example/", False), ("//elsewhere.example/", False)]
)
def test_who_decides_goes_on_where_they_were_and_never_to_another_site(
    club: Client, cast: Cast, log_in: LogIn, onward: str, *, followed: bool
) -> None:
    ways = setup.Ways(approval=Federation.Approval.PARENT)
    with scope(federation=setup.change(cast.union.federation, ways, actor=None, at=AT)):
        sent = draft_of_another(club, cast, "Tuesday teas")
        order = reverse("club-decide", args=[cast.union.club.pk, sent.pk])
        answer = log_in(Role.COUNTY).post(order, {"approve": "", "next": onward})
        others = reverse("club-approvals", args=[cast.union.county.pk])
        assert answer.headers["Location"] == (onward if followed else others)


def draft_of_another(club: Client, cast: Cast, name: str) -> Submission:
    draft = draft_of(club, cast, tuesday(name=name))
    says(submit(club, cast, draft), "Oakshire approves them")
    return draft


def test_the_name_that_goes_with_a_number_is_told(club: Client, cast: Cast) -> None:
    where = reverse("club-who", args=[cast.union.club.pk])
    assert club.get(where, {"number": NUMBERS[0]}).content == b"Ado Bem"
    assert club.get(where, {"number": "999999"}).status_code == 204


def hand(name: str = "By hand", **words: str) -> dict[str, str]:
    given = {"event": name, "date": "3 November 2026", "boards": "24", "status": "club", "rows-0": "8"}
    for row, (one, other) in enumerate(seats()):
        given |= {f"0-{row}-place": str(row + 1), f"0-{row}-number-0": one.number, f"0-{row}-name-1": other.name}
    return given | words


def test_an_event_is_entered_by_hand_and_changed_again(club: Client, cast: Cast) -> None:
    new = f"{reverse('club-by-hand', args=[cast.union.club.pk])}?kind=pairs"
    says(club.get(reverse("club-by-hand", args=[cast.union.club.pk])), "What was played?", "Ladder")  # type: ignore[arg-type]
    bare = club.post(new, {"rows-0": "8"})
    assert bare.status_code == 422
    says(bare, "Enter the name of the event", "Enter at least two results")  # type: ignore[arg-type]
    says(club.post(new, hand(more="0")), "Row 13", 'value="Ado Bem"')  # type: ignore[arg-type]
    says(club.post(new, hand(), follow=True), "Who are these players?", "The results give no number")  # type: ignore[arg-type]
    draft = Submission.objects.get(status=Status.DRAFT)
    again = reverse("club-by-hand-again", args=[cast.union.club.pk, draft.pk])
    says(club.get(again), 'value="By hand"', 'value="2026-11-03"', 'value="Fay Gol"')  # type: ignore[arg-type]
    renamed = {f"0-{row}-number-1": other.number for row, (_one, other) in enumerate(seats())}
    says(club.post(again, hand("Renamed", **renamed), follow=True), "Renamed", "Submit these awards")  # type: ignore[arg-type]
    draft = Submission.objects.get(status=Status.DRAFT)
    submit(club, cast, draft)
    again = reverse("club-by-hand-again", args=[cast.union.club.pk, draft.pk])
    moved = club.post(again, hand("Renamed", date="4 November 2026", **renamed))
    assert moved.status_code == 422
    tied = hand("Renamed", **renamed, **{"0-0-place": "1=", "0-1-place": "1="})
    says(club.post(again, tied, follow=True), "Who loses", "Who gains")  # type: ignore[arg-type]


def test_a_knock_out_grows_round_by_round(club: Client, cast: Cast) -> None:
    new = f"{reverse('club-by-hand', args=[cast.union.club.pk])}?kind=knock-out"
    given = {
        "event": "Cup",
        "date": "3 November 2026",
        "boards": "24",
        "status": "club",
        "rows-0": "4",
        "match-rows": "3",
    }
    for row, team in enumerate(("Oaks", "Elms", "Firs", "Yews")):
        given[f"0-{row}-team"] = team
        given |= {f"0-{row}-number-{at}": NUMBERS[4 * row + at] for at in range(4)}
    given |= {"match-0-round": "1", "match-0-winner": "Oaks", "match-0-loser": "Elms"}
    given |= {"match-1-round": "1", "match-1-winner": "Firs", "match-1-loser": "Yews"}
    says(club.post(new, given), "Who won in the end? Oaks and Firs are not beaten.")  # type: ignore[arg-type]
    club.post(new, given | {"answer still in": "Oaks, Firs"})
    draft = Submission.objects.get(status=Status.DRAFT)
    says(submit(club, cast, draft), "8 players see points marked as pending")
    assert not Entry.objects.filter(posting__submission=draft).exists()
    again = reverse("club-by-hand-again", args=[cast.union.club.pk, draft.pk])
    final = given | {"match-2-round": "2", "match-2-winner": "Oaks", "match-2-loser": "Firs"}
    says(club.post(again, final, follow=True), "Who gains", "Ado Bem")  # type: ignore[arg-type]


def test_a_league_of_two_divisions_is_entered_and_comes_back_into_the_form(club: Client, cast: Cast) -> None:
    new = f"{reverse('club-by-hand', args=[cast.union.club.pk])}?kind=league"
    given = {
        "event": "League",
        "date": "3 November 2026",
        "status": "club",
        "rows-0": "3",
        "rows-1": "3",
        "rows-2": "2",
        **{f"list-{at}-division": str(at + 1) for at in range(3)},
    }
    tables = (
        (("Oaks", "4", ""), ("Elms", "2", ""), ("Firs", "", "")),
        (("Limes", "3", "1"), ("Yews", "1", "1"), ("Figs", "1", "")),
    )
    for at, teams in enumerate(tables):
        for row, (team, won, drawn) in enumerate(teams):
            start = f"{at}-{row}"
            given |= {
                f"{start}-place": str(row + 1),
                f"{start}-team": team,
                f"{start}-won": won,
                f"{start}-drawn": drawn,
            }
            given |= {
                f"{start}-number-0": NUMBERS[6 * at + 2 * row],
                f"{start}-number-1": NUMBERS[6 * at + 2 * row + 1],
            }
    missing = club.post(new, given)
    says(missing, "Enter a number under “Matches”")  # type: ignore[arg-type]
    given |= {"rounds-of-play": "4", "boards-per-round": "24"}
    # Four wins and the first place at 27 each; three wins and a draw (94½ up to 95) and the first place.
    says(club.post(new, given, follow=True), "Submit these awards", "135", "122")  # type: ignore[arg-type]
    draft = Submission.objects.get(status=Status.DRAFT)
    again = club.get(reverse("club-by-hand-again", args=[cast.union.club.pk, draft.pk]))
    says(again, 'value="Limes"', "Division 2", 'name="rounds-of-play" value="4"', 'name="boards-per-round" value="24"')  # type: ignore[arg-type]


def test_a_qualifier_and_its_final_are_entered_as_two_stages(club: Client, cast: Cast) -> None:
    new = f"{reverse('club-by-hand', args=[cast.union.club.pk])}?kind=final"
    given = hand(
        "Championship", **{"stages": "3", "stage-1-boards": "24", "stage-1-rows-0": "4", "stage-2-rows-0": "4"}
    )
    for row, (one, other) in enumerate(seats()):
        given[f"0-{row}-number-1"] = other.number
        if row < 4:
            given |= {
                f"stage-1-0-{row}-place": str(row + 1),
                f"stage-1-0-{row}-number-0": one.number,
                f"stage-1-0-{row}-number-1": other.number,
            }
    says(club.post(new, given), "Choose an answer: Did scores of the stage before count in this one?")  # type: ignore[arg-type]
    page = club.post(new, given | {"stage-1-carry-forward": "yes"}, follow=True)
    says(page, "Submit these awards", "Final")  # type: ignore[arg-type]
    draft = Submission.objects.get(status=Status.DRAFT)
    assert draft.event is not None
    event = event_store.event_of(draft.event)
    assert [str(stage.kind) for stage in event.stages] == ["qualifying", "final"]
    assert event.stages[1].carry_forward
    again = reverse("club-by-hand-again", args=[cast.union.club.pk, draft.pk])
    says(club.get(again), "Leave a stage empty that you do not enter here.", 'value="yes" checked')  # type: ignore[arg-type]
    says(club.post(again, given | {"stage-1-carry-forward": "no"}, follow=True), "Submit these awards")  # type: ignore[arg-type]


def test_a_warning_goes_when_somebody_has_said_who_the_player_is(club: Client, cast: Cast) -> None:
    """The file has no number for Ado Bem, which stays so; who it is, the page says itself."""
    content = tuesday().replace(f'"{NUMBERS[0]}"'.encode(), b'"none"')
    draft = draft_of(club, cast, content)
    says(page(club, cast, "club-preview", draft.pk), "We do not know who 1 player is", "Nobody has said who Ado Bem is")
    seat = draft.seats.exclude(match=Seat.Match.NUMBER).get()
    club.post(reverse("club-players", args=[cast.union.club.pk, draft.pk]), {f"who-{seat.pk}": NUMBERS[0]})
    text = as_read(page(club, cast, "club-preview", draft.pk).content.decode())
    assert "Without a number" not in text
    assert "Nobody has said" not in text
