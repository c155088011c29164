"""From upload to "Why?" a file is read once and its event assessed once; whoever only looks, reads what is kept."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from overtrick.formats import recognise
from overtrick.formats.limited.reader import Reader
from overtrick.handbooks.edition import Edition
from overtrick.register.competitions.match import seated
from overtrick.register.competitions.models import StoredDraft, Submission
from overtrick.register.competitions.submit import take_in
from overtrick.register.federation_settings import setup
from overtrick.register.ledger.models import Entry
from overtrick.register.people import standings
from overtrick.register.scoping import scope
from tests.register.season import AT
from tests.web.cast import Role
from tests.web.club.files import LATELY, NUMBERS, tuesday, wednesday
from tests.web.club.hand import event, pairs

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpResponse
    from django.test import Client

    from tests.web.cast import Cast
    from tests.web.conftest import LogIn

#: How often a file was read and an event assessed.
NONE, ONE_READING, ONE_ASSESSMENT = (0, 0), (1, 0), (0, 1)
BOTH = (1, 1)


class Count:
    """Counts at the doors of the formats and the handbooks; what is behind them works as ever."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.calls: Counter[str] = Counter()
        patch.setattr(recognise, "read", self._counted("read", recognise.read))
        patch.setattr(Reader, "read", self._counted("read", Reader.read))
        patch.setattr(Edition, "assess", self._counted("assess", Edition.assess))

    def _counted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: object, **words: object) -> object:
            self.calls[name] += 1
            return function(*args, **words)

        return counted

    def of(self, what: Callable[[], HttpResponse]) -> tuple[tuple[int, int], HttpResponse]:
        """Do something; how often it read and assessed, and what came back."""
        self.calls.clear()
        answer = what()
        assert answer.status_code in (200, 302)
        return (self.calls["read"], self.calls["assess"]), answer


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Count:
    return Count(monkeypatch)


class Walk:
    """A club on its way from a file to the confirmation."""

    def __init__(self, client: Client, cast: Cast, count: Count) -> None:
        self.client, self.club, self.count = client, cast.union.club.pk, count

    def get(self, address: str) -> tuple[int, int]:
        counted, answer = self.count.of(lambda: self.client.get(address))  # type: ignore[arg-type, return-value]
        assert answer.status_code == 200
        return counted

    def post(self, address: str, **given: object) -> tuple[tuple[int, int], str]:
        counted, answer = self.count.of(lambda: self.client.post(address, given))  # type: ignore[arg-type, return-value]
        assert answer.status_code == 302, answer.content.decode()
        return counted, answer["Location"]

    def send(self, name: str, content: bytes) -> tuple[tuple[int, int], str]:
        return self.post(reverse("club-upload", args=[self.club]), files=[SimpleUploadedFile(name, content)])

    def of_draft(self, page: str) -> str:
        return reverse(page, args=[self.club, Submission.objects.get(status=Submission.Status.DRAFT).pk])


@pytest.fixture
def walk(log_in: LogIn, cast: Cast, count: Count) -> Walk:
    return Walk(log_in(Role.SCORER), cast, count)


def test_a_file_whose_events_all_came_before_is_not_read_again(walk: Walk) -> None:
    _counted, _files = walk.send("tuesday.yaml", tuesday())
    walk.post(walk.of_draft("club-preview"))
    counted, _files = walk.send("tuesday.yaml", tuesday())
    assert counted == NONE


def test_from_upload_to_confirmation_a_file_is_read_once_and_assessed_once(
    walk: Walk, cast: Cast, log_in: LogIn
) -> None:
    counted, files = walk.send("tuesday.yaml", tuesday())
    assert counted == BOTH
    assert walk.get(files) == NONE
    preview = walk.of_draft("club-preview")
    assert walk.get(preview) == NONE
    assert walk.get(reverse("club-desk", args=[walk.club])) == NONE
    counted, done = walk.post(preview)
    assert counted == NONE
    assert walk.get(done) == NONE
    assert walk.get(files) == NONE
    entry = Entry.objects.get(player=cast.player, played=LATELY)
    player = log_in(Role.PLAYER)
    counted, _answer = walk.count.of(lambda: player.get(reverse("why", args=[entry.number])))  # type: ignore[arg-type, return-value]
    assert counted == ONE_ASSESSMENT


def test_an_answer_reads_once_more_and_whoever_looks_at_the_questions_reads_nothing(walk: Walk) -> None:
    counted, files = walk.send("wednesday.csv", wednesday())
    assert counted == ONE_READING
    assert walk.get(files) == NONE
    assert walk.get(reverse("club-desk", args=[walk.club])) == NONE
    upload = StoredDraft.objects.get().upload
    assert upload is not None
    given = {"event": "Wednesday", "date": "7 October 2026", "boards": "24", "status": "club"}
    counted, preview = walk.post(files, **{f"answer {upload.pk} {word}": said for word, said in given.items()})
    assert counted == BOTH
    assert walk.get(preview) == NONE


def test_saying_who_somebody_is_assesses_once_more(walk: Walk) -> None:
    walk.send("tuesday.yaml", tuesday(unknown=[0, 1]))
    players = walk.of_draft("club-players")
    assert walk.get(players) == NONE
    draft = Submission.objects.get(status=Submission.Status.DRAFT)
    unknown = draft.seats.exclude(match="number").order_by("pk")
    given = {f"who-{seat.pk}": NUMBERS[at] for at, seat in enumerate(unknown)}
    counted, preview = walk.post(players, **given)
    assert counted == ONE_ASSESSMENT
    assert walk.get(preview) == NONE
    assert walk.post(preview)[0] == NONE
    assert all(each.sure for each in seated(draft))


def test_an_event_by_hand_goes_the_same_way(walk: Walk) -> None:
    new = f"{reverse('club-by-hand', args=[walk.club])}?kind=pairs"
    assert walk.get(new) == NONE
    counted, preview = walk.post(new, **event("By hand"), **pairs())
    assert counted == BOTH
    assert walk.get(preview) == NONE
    counted, done = walk.post(preview)
    assert counted == NONE
    assert walk.get(done) == NONE


def test_a_file_that_is_taken_in_at_one_go_is_read_once_and_assessed_once(cast: Cast, count: Count) -> None:
    here = cast.union
    ((_draft, outcome),) = take_in(here.club, "t.json", tuesday(), here.scorer, AT.replace(month=11))
    assert outcome is not None
    assert outcome.posted is not None
    assert count.calls == {"read": 1, "assess": 1}


def test_what_changed_since_somebody_looked_is_shown_before_it_is_submitted(walk: Walk, cast: Cast) -> None:
    walk.send("tuesday.yaml", tuesday())
    preview = walk.of_draft("club-preview")
    player = cast.union.players[0]
    standings.lapse(player, LATELY, actor=None, at=AT)
    shown = walk.client.post(preview)
    assert shown.status_code == 422
    text = shown.content.decode()
    assert "What has changed since you looked" in text
    assert "▼ 18 less" in text
    assert Submission.objects.filter(status=Submission.Status.DRAFT).count() == 1
    counted, _done = walk.post(preview)
    assert counted == NONE


def test_a_change_that_makes_no_difference_stops_nobody(walk: Walk, cast: Cast) -> None:
    walk.send("tuesday.yaml", tuesday())
    changed = setup.change(cast.union.federation, setup.Ways(results_due_days=90), actor=None, at=AT)
    with scope(federation=changed):
        counted, _done = walk.post(walk.of_draft("club-preview"))
    assert counted == ONE_ASSESSMENT
