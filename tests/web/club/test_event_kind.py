"""What kind of event it was: shown with the awards, changed before and after submission, asked only when it matters."""

from __future__ import annotations

import io
import zipfile
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from overtrick import handbooks
from overtrick.formats import recognise
from overtrick.formats.answers import apply, typed
from overtrick.register.competitions import draft_store, event_store
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.read import receive
from overtrick.register.organisations import licences
from overtrick.register.organisations.licences import Grant
from tests.register import office
from tests.register.season import AT, Union, file_of, night, opened, pairs, send, submitted
from tests.web.club.hand import Form
from tests.web.pages import as_read

if TYPE_CHECKING:
    from overtrick.engine.event import Event
    from tests.worlds import Founded

SAMPLE = Path(__file__).parents[3] / "samples" / "usebio" / "swiss-pairs.xml"
#: A Swiss of county status, as the club's own.
SWISS = (
    SAMPLE.read_bytes()
    .replace(b"Oakby Bridge Club", b"Oakby")
    .replace(b"<CLUB_ID_NUMBER>990017</CLUB_ID_NUMBER>", b"")
    .replace(b"17/11/2026", b"12/05/2026")
)
DRAFT = Submission.Status.DRAFT
GREEN = {"fact status": "county", "fact points": "green", "fact green event": "swiss"}


@pytest.fixture
def here(founded: Founded, request: pytest.FixtureRequest) -> Union:
    """A federation that goes by one of the handbooks."""
    return founded(opened, "west", request.param)


def by(handbook: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("here", [handbook], indirect=True, ids=[handbook])


class Club:
    """The browser of a club's scorer."""

    def __init__(self, here: Union) -> None:
        self.union = here
        self.client = Client()
        self.client.force_login(here.scorer, "overtrick.web.accounts.backend.NumberOrEmail")

    def upload(self, name: str, content: bytes) -> str:
        sent = {"files": [SimpleUploadedFile(name, content)]}
        shown = self.client.post(reverse("club-upload", args=[self.union.club.pk]), sent, follow=True)
        self.at = shown.redirect_chain[-1][0]
        return self.read(shown.content)

    def address(self, page: str, submission: Submission | None = None) -> str:
        return reverse(page, args=[self.union.club.pk, (submission or self.draft).pk])

    def see(self, page: str, submission: Submission | None = None) -> str:
        return self.read(self.client.get(self.address(page, submission)).content)

    def change(self, given: dict[str, str], submission: Submission | None = None, *, status: int = 200) -> str:
        shown = self.client.post(self.address("club-event-kind", submission), given, follow=True)
        assert shown.status_code == status
        return self.read(shown.content)

    @staticmethod
    def read(content: bytes) -> str:
        return unescape(as_read(content.decode()))

    @property
    def draft(self) -> Submission:
        return Submission.objects.get(status=DRAFT)

    @property
    def event(self) -> Event:
        assert self.draft.event is not None
        return event_store.event_of(self.draft.event)

    def awards(self) -> list[tuple[str, str, int]]:
        worked = draft_store.stored(self.draft, AT)
        assert worked is not None
        assert worked.assessment is not None
        return [(each.player.name, each.colour, each.units) for each in worked.assessment.awards]


def swiss(club: Club) -> Submission:
    """Send the Swiss."""
    club.upload("swiss.xml", SWISS)
    return club.draft


def as_told(*facts: tuple[str, str]) -> list[tuple[str, str, int]]:
    """Work the same file out with its facts told as an event file or the command tells them."""
    given = typed([("", "status", "county"), *(("", f"facts {name}", said) for name, said in facts)])
    (reading,) = recognise.read("swiss.xml", SWISS)
    event = apply(reading, given).event
    assert event is not None
    made = handbooks.get("ebu").latest.assess(event)
    return [(each.player.name, each.colour, each.units) for each in made.awards]


@by("ebu")
def test_an_upload_of_a_swiss_becomes_a_green_event_with_the_awards_of_its_event_file(here: Union) -> None:
    club = Club(here)
    old = swiss(club)
    assert "County status, local points." in club.see("club-preview")
    page = club.change(GREEN)
    assert club.draft.pk != old.pk
    assert dict(club.event.facts) == {"points": "green", "green event": "swiss"}
    assert club.awards() == as_told(("points", "green"), ("green event", "swiss"))
    assert {colour for _name, colour, _units in club.awards()} == {"green"}
    assert "<dt>Points</dt><dd>Green" in page
    assert "<dt>Green event</dt><dd>Swiss pairs or teams" in page
    assert "What your answers changed" in page


@by("ebu")
def test_whoever_chooses_points_that_need_a_licence_is_told(here: Union) -> None:
    club = Club(here)
    send(here, night(pairs(here.players)))
    assert "needs a licence" not in club.see("club-preview")
    assert "An event of this kind needs a licence: blue event" in club.change({"fact points": "blue"})


@by("ebu")
def test_green_points_are_taken_back_with_all_that_belongs_to_them(here: Union) -> None:
    club = Club(here)
    swiss(club)
    plain = club.awards()
    club.change(GREEN)
    page = club.change({"fact points": "local"})
    assert dict(club.event.facts) == {"points": "local"}
    assert club.awards() == plain == as_told()
    assert "County status, local points." in page


@by("ebu")
def test_facts_stay_when_other_answers_are_changed(here: Union) -> None:
    club = Club(here)
    swiss(club)
    club.change(GREEN)
    assert club.draft.upload is not None
    file = reverse("club-file", args=[here.club.pk, club.draft.upload.pk])
    shown = Club.read(club.client.get(file).content)
    assert "<dt>Points</dt><dd>Green" in shown
    assert 'name="answer facts points"' not in shown
    club.client.post(file, {"answer event": "Autumn Swiss", "answer status": "county"})
    assert (club.event.name, dict(club.event.facts)["points"]) == ("Autumn Swiss", "green")


@by("ebu")
def test_what_else_is_asked_is_shown_without_a_script_and_nothing_is_kept(here: Union) -> None:
    club = Club(here)
    old = swiss(club)
    page = club.see("club-event-kind")
    assert "Which green point event of chapter 6 is it?" not in page
    assert 'name="look"' in page
    page = club.change({**Form(page).sent, "fact points": "green", "look": "yes"})
    assert "Which green point event of chapter 6 is it?" in page
    assert Form(page).sent["fact points"] == "green"
    assert "There is a problem" not in page
    page = club.change({**Form(page).sent, "fact green event": "county pairs", "look": "yes"})
    assert "In which of its three formats" in page
    assert club.draft == old


@by("ebu")
@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"fact points": "green"}, "Choose an answer: Which green point event of chapter 6 is it?"),
        ({"fact points": "gold"}, "Choose one of the answers: Which points does the event give?"),
        (GREEN | {"fact green event": "ebu congress", "fact top": "four"}, "Enter a number, for example 4 or 2.25"),
        (GREEN | {"fact green event": "ebu congress", "fact places": "1e9"}, "Enter a whole number, for example 8"),
        (GREEN | {"fact green event": "inter-county league"}, "There is a problem"),
        ({"fact major championship": "yes"}, "36 boards"),
    ],
)
def test_a_wrong_answer_is_told_what_was_chosen_stays_and_nothing_is_kept(
    here: Union, given: dict[str, str], says: str
) -> None:
    club = Club(here)
    old = swiss(club)
    page = club.change(given, status=422)
    assert says in page
    kept = Form(page).sent
    assert all(kept.get(name) == said for name, said in given.items() if said != "gold")
    assert club.draft == old


@by("ebu")
def test_the_kind_of_a_submitted_event_is_changed_by_a_new_version(here: Union) -> None:
    club = Club(here)
    licences.grant(here.club, Grant("L-1", "open event", office.NEW_YEAR), actor=here.clerk, at=AT)
    first = submitted(here, night(pairs(here.players), status="county")).submission
    assert "<dt>Kind of event</dt><dd>County status, local points.</dd>" in club.see("club-submission", first)
    assert "What kind of event it was" in club.see("club-correct", first)
    page = club.change({"fact status": "club"}, first)
    assert (club.draft.version, club.draft.competition) == (2, first.competition)
    assert club.event.status == "club"
    assert "Who loses" in page
    club.client.post(club.address("club-preview"), {"relation": "corrects"})
    assert not Submission.objects.filter(status=DRAFT).exists()
    second = first.competition.submissions.get(version=2)
    assert "Nothing was changed." in club.change({"fact status": "club"}, second)
    page = club.change({"fact status": "county"}, second)
    assert "Nothing was changed." not in page
    assert (club.draft.version, club.event.status) == (3, "county")
    assert "Who gains" in page
    club.client.post(club.address("club-preview"), {"relation": "corrects"})
    third = first.competition.submissions.get(version=3)
    assert third.status == Submission.Status.APPROVED
    assert "<dt>Kind of event</dt><dd>County status, local points.</dd>" in club.see("club-submission", third)


@by("ebu")
def test_nothing_is_changed_by_what_is_so_already(here: Union) -> None:
    club = Club(here)
    old = swiss(club)
    page = club.see("club-event-kind")
    assert "Nothing was changed." in club.change(Form(page).sent)
    assert club.draft == old


@by("ebu")
def test_a_draft_set_apart_stays_apart(here: Union) -> None:
    club = Club(here)
    submitted(here, night(pairs(here.players)))
    send(here, night(pairs(here.players)[::-1]))
    club.client.post(club.address("club-preview"), {"relation": "separate"})
    apart = club.draft.competition
    club.change({"fact status": "county"})
    assert club.draft.competition == apart


@by("ebu")
def test_what_an_event_file_says_is_taken_back_by_an_answer(here: Union) -> None:
    club = Club(here)
    file = night(pairs(here.players), status="county", facts=(("points", "blue"), ("blue event", "simultaneous pairs")))
    send(here, file)
    club.change({"fact points": "local"})
    assert dict(club.event.facts) == {"points": "local"}


@by("ebu")
def test_the_list_of_files_names_what_is_not_usual(here: Union) -> None:
    club = Club(here)
    plain = club.upload("plain.yaml", file_of(night(pairs(here.players), name="Plain")))
    assert "Blue points" not in plain
    blue = night(pairs(here.players), name="Blue", facts=(("points", "blue"),))
    assert "<strong>Blue points</strong>" in club.upload("blue.yaml", file_of(blue))


@by("ebu")
def test_the_kind_of_one_event_of_a_zip_is_changed_by_sending_it_alone(here: Union) -> None:
    """An answer is for all events of a file, and one of them must not become green with the others."""
    club = Club(here)
    nights = {name: file_of(night(pairs(here.players), name=name)) for name in ("Monday", "Friday")}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in nights.items():
            archive.writestr(f"{name}.yaml", content)
    club.upload("week.zip", packed.getvalue())
    draft = Submission.objects.get(status=DRAFT, competition__name="Monday")
    assert "send its file by itself" in club.see("club-preview", draft)
    club.change({"fact points": "blue"}, draft, status=404)
    club.upload("Monday.yaml", nights["Monday"])
    club.change({"fact points": "blue"}, Submission.objects.get(status=DRAFT, competition__name="Monday"))
    drafts = Submission.objects.filter(status=DRAFT).select_related("competition", "event")
    told = {each.competition.name: event_store.event_of(each.event).facts for each in drafts if each.event}
    assert told == {"Monday": (("points", "blue"),), "Friday": ()}


@by("ebu")
def test_a_file_that_says_green_is_asked_about_and_not_taken_for_local(here: Union) -> None:
    club = Club(here)
    colour = b"<WINNER_TYPE>1</WINNER_TYPE><MASTER_POINT_TYPE>GREEN</MASTER_POINT_TYPE>"
    page = club.upload("swiss.xml", SWISS.replace(b"<WINNER_TYPE>1</WINNER_TYPE>", colour))
    assert "Which points does the event give? The file gives green points." in page
    assert "The file suggests green." in page
    assert not Submission.objects.filter(status=DRAFT).exists()
    word = next(each for each in Form(page).sent.values() if each.endswith("facts points"))
    club.client.post(club.at, {"asked": word, word: "local"})
    assert club.awards() == as_told()


def zip_of(**nights: bytes) -> bytes:
    """Pack the files of some nights."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in nights.items():
            archive.writestr(f"{name}.xml", content)
    return packed.getvalue()


def coloured(colour: bytes, content: bytes = SWISS) -> bytes:
    tag = b"<WINNER_TYPE>1</WINNER_TYPE><MASTER_POINT_TYPE>" + colour + b"</MASTER_POINT_TYPE>"
    return content.replace(b"<WINNER_TYPE>1</WINNER_TYPE>", tag)


MONDAY = SWISS.replace(b"12/05/2026", b"11/05/2026")


def told_by_day() -> dict[int, dict[str, str]]:
    drafts = Submission.objects.filter(status=DRAFT).select_related("event")
    return {each.begins.day: dict(event_store.event_of(each.event).facts) for each in drafts if each.event}


@by("ebu")
@pytest.mark.parametrize("other", [SWISS, coloured(b"BLUE")], ids=["plain", "blue"])
def test_one_green_event_of_a_zip_is_sent_by_itself_and_makes_no_other_green(here: Union, other: bytes) -> None:
    club = Club(here)
    packed = zip_of(monday=coloured(b"GREEN", MONDAY), tuesday=other)
    page = club.upload("week.zip", packed)
    assert "Send the file of this event by itself, and answer it there." in page
    plain: dict[int, dict[str, str]] = {12: {}} if other is SWISS else {}
    assert told_by_day() == plain
    given = typed([("--answer", "facts points", "green"), ("--answer", "facts green event", "swiss")])
    made = receive(here.club, "week.zip", packed, here.scorer, AT, given)
    assert told_by_day() == plain
    assert "colour-of-one-event" in {each.code for draft in made for each in draft.problems}
    assert [note.code for draft in made if draft.submission for note in draft.notes][-2:] == (
        ["answer-not-asked"] * 2 if plain else []
    )


@by("ebu")
def test_events_of_a_zip_that_all_have_green_points_are_asked_once(here: Union) -> None:
    club = Club(here)
    packed = zip_of(monday=coloured(b"GREEN", MONDAY), tuesday=coloured(b"GREEN"))
    page = club.upload("week.zip", packed)
    assert "Which points does the event give? The file gives green points." in page
    given = typed([("--answer", "facts points", "green"), ("--answer", "facts green event", "swiss")])
    receive(here.club, "week.zip", packed, here.scorer, AT, given)
    green = {"points": "green", "green event": "swiss"}
    assert told_by_day() == {11: green, 12: green}


@by("abf")
def test_the_grade_of_an_australian_event_is_changed(here: Union) -> None:
    club = Club(here)
    send(here, night(pairs(here.players), status="E"))
    assert "Grade E: club event." in club.see("club-preview")
    before = club.awards()
    page = club.change({"fact status": "B4s", "fact state-wide": "no"})
    assert "Grade B4s" in page
    assert "<dt>State-wide</dt><dd>No" in page
    assert {colour for _name, colour, _units in before} == {"green"}
    assert {colour for _name, colour, _units in club.awards()} == {"red"}
    club.change({"fact congress": "B4", "fact congress event": "major"})
    assert (club.event.status, dict(club.event.facts)) == ("", {"congress": "B4", "congress event": "major"})


@by("wbu")
def test_a_welsh_event_is_given_its_category(here: Union) -> None:
    club = Club(here)
    send(here, _long(night(pairs(here.players), status="area")))
    page = club.change({"fact points": "green", "fact green event": "pairs", "look": "yes"})
    assert "Of which category are its green points?" in page
    page = club.change({"fact points": "green", "fact green event": "pairs", "fact category": "B"})
    assert "<dt>Category</dt><dd>B" in page
    assert {colour for _name, colour, _units in club.awards()} == {"green"}


@by("wbu")
def test_an_event_of_the_appendix_has_its_status_there(here: Union) -> None:
    club = Club(here)
    send(here, _long(night(pairs(here.players), status="area")))
    club.change({"fact event": "Graded Pairs, lower sections"})
    assert (club.event.status, dict(club.event.facts)) == ("", {"event": "Graded Pairs, lower sections"})
    assert "There is a problem" in club.change({"fact event": "Nobody's Cup"}, status=422)


def _long(event: Event) -> Event:
    """Make it long enough for green points."""
    stage = event.stages[0]
    return event._replace(stages=(stage._replace(schedule=stage.schedule._replace(boards=48, sessions=(24, 24))),))


@pytest.mark.duty("D40", "scba")
@by("scba")
def test_an_event_of_singapore_is_named_after_the_quick_guide(here: Union) -> None:
    club = Club(here)
    send(here, night(pairs(here.players)))
    page = club.change({"fact event": "Weekly game"})
    assert "<dt>Event</dt><dd>Weekly game" in page
    assert dict(club.event.facts) == {"event": "Weekly game"}
    club.change({"fact event": "", "fact status": "district", "fact side event": "yes"})
    assert (club.event.status, dict(club.event.facts)) == ("district", {"side event": "yes"})


@by("sbu")
def test_a_scottish_club_says_that_it_was_a_championship(here: Union) -> None:
    club = Club(here)
    send(here, night(pairs(here.players)))
    assert "Club event." in club.see("club-preview")
    before = club.awards()
    page = club.change({"fact championship": "major"})
    assert "<dt>Championship</dt><dd>Major" in page
    assert sum(units for *_who, units in club.awards()) > sum(units for *_who, units in before)


@by("ebu")
def test_nobody_else_changes_the_kind_of_an_event(here: Union) -> None:
    club = Club(here)
    draft = swiss(club)
    stranger = Client()
    stranger.force_login(here.stranger, "overtrick.web.accounts.backend.NumberOrEmail")
    assert stranger.post(club.address("club-event-kind", draft), GREEN).status_code == 404
