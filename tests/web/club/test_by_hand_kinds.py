"""Every kind of event of every handbook is entered by hand, and pays the same as its event file."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from overtrick.engine.numbers import up
from overtrick.formats import event_file as event_files
from overtrick.handbooks import edition as editions
from overtrick.handbooks import worth
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.preview import preview
from tests.register.season import AT, opened
from tests.web.club.hand import Form
from tests.web.club.kind_events import Browser, KindEvent, event_file, kind_events

if TYPE_CHECKING:
    from overtrick.engine.assessment import Assessment
    from overtrick.handbooks.worth import Worth
    from tests.worlds import Founded

ALL = kind_events()


def test_every_kind_has_an_event() -> None:
    known = {(name, kind) for name in editions.names() for kind in worth.kinds(editions.get(name).latest)}
    assert {(each.handbook, each.kind) for each in ALL} == known


@pytest.mark.parametrize("each", ALL, ids=str)
def test_a_kind_entered_by_hand_pays_as_its_event_file(each: KindEvent, founded: Founded) -> None:
    here = founded(opened, f"of-{each.handbook}", each.handbook)
    edition = editions.get(each.handbook).latest
    read = event_files.read("", event_file(each, here.club.name))
    assert not read.problems
    assert read.event is not None
    meant = edition.assess(read.event)
    assert not meant.problems
    assert meant.awards
    client = Client()
    client.force_login(here.scorer, "overtrick.web.accounts.backend.NumberOrEmail")
    address = f"/@{here.federation.slug}/club/{here.club.pk}/by-hand/"
    browser = Browser(client, f"{address}?kind={each.kind}")
    page = browser.enter(each)
    draft = Submission.objects.filter(status=Submission.Status.DRAFT).first()
    assert draft is not None, _errors(page)
    made = preview(draft, AT).assessment
    assert made is not None
    assert _paid(made) == _paid(meant)
    again = client.get(f"{address}{draft.pk}/")
    assert again.status_code == 200
    sent = Form(again.content.decode()).sent
    client.post(f"{address}{draft.pk}/", sent)
    changed = Submission.objects.select_related("event").get(status=Submission.Status.DRAFT)
    assert changed.event_id == draft.event_id
    if "worth" in each.told:
        _compare(meant, worth.worth(edition, each.kind, each.told["worth"]), each)


def _paid(made: Assessment) -> Counter[tuple[str, ...]]:
    """Say who is paid what: the points of each player in each stage and list."""
    return Counter(
        (award.player.name, award.stage, award.field, str(award.place), award.colour, str(award.units))
        for award in made.awards
    )


def _compare(made: Assessment, answer: Worth, each: KindEvent) -> None:
    """See that the figures are those of "What is it worth?", place by place, or round by round for the winner."""
    assert answer.refused is None
    stage = made.event.stages[-1]
    field = stage.fields[int(each.told.get("paid list", "1")) - 1]
    units: Counter[str] = Counter()
    for award in made.awards:
        if award.colour == answer.colour and award.stage in (stage.name, str(stage.kind), ""):
            units[award.player.name] += award.units
    if answer.rounds:
        first = stage.fields[0].contestants[0]
        assert units[first.players[0].name] == sum(
            up(step.value) for _label, step in answer.rounds[: len(stage.rounds)]
        )
        return
    assert answer.places or answer.win
    win = answer.win.value if answer.win is not None and not answer.win_colour else 0
    for contestant in field.contestants:
        place = contestant.place or 0
        for_place = answer.places[place - 1].units if place <= len(answer.places) else 0
        won = contestant.tally.won if contestant.tally else 0
        assert units[contestant.players[0].name] == up(for_place + won * win), contestant.name


def _errors(page: str) -> str:
    begin = page.find('class="errors"')
    return page[begin : page.find("</div>", begin)] if begin > 0 else page[:2000]
