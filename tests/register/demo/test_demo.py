"""An invented federation: the same for the same seed, through the real path, and whole at the end."""

from __future__ import annotations

import hashlib
from datetime import date
from pathlib import Path

import pytest

from overtrick.formats import recognise
from overtrick.formats.answers import apply, typed
from overtrick.handbooks import edition as editions
from overtrick.register.competitions.models import Submission
from overtrick.register.demo import files, names, playing
from overtrick.register.demo.chance import repeatable
from overtrick.register.demo.running import Done, run
from overtrick.register.demo.sizes import SIZES, spread
from overtrick.register.ledger.book import end
from overtrick.register.people.models import Player
from overtrick.register.proof import prove
from overtrick.register.ranks.models import Promotion
from overtrick.register.scoping import scope

DAY = date(2026, 5, 12)
_CHANCE = repeatable("members")
MEMBERS = [playing.Known(" ".join(names.person(_CHANCE)), str(200_001 + at)) for at in range(60)]


def fingerprint(folder: Path) -> str:
    """Give one fingerprint of all files."""
    whole = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            whole.update(str(file.relative_to(folder)).encode() + file.read_bytes())
    return whole.hexdigest()


@pytest.mark.django_db
def test_a_seed_gives_the_same_files_and_another_seed_gives_others(tmp_path: Path) -> None:
    first = run("tiny", "ebu", 1, 3, slug="one", keep=tmp_path / "one")
    second = run("tiny", "ebu", 1, 3, slug="two", keep=tmp_path / "two")
    other = run("tiny", "ebu", 1, 4, slug="three", keep=tmp_path / "three")
    assert first._replace(federation=None) == second._replace(federation=None)  # type: ignore[arg-type]
    assert _names(first) == _names(second)
    assert _names(other) != _names(first)
    # Clubs are called after the federation nowhere: the files are the same to the last byte.
    assert fingerprint(tmp_path / "one") == fingerprint(tmp_path / "two")
    assert fingerprint(tmp_path / "one") != fingerprint(tmp_path / "three")


def _names(done: Done) -> list[tuple[str, str]]:
    with scope(federation=done.federation):
        return [(str(each), each.number) for each in Player.objects.order_by("pk")]


@pytest.mark.django_db
@pytest.mark.parametrize("handbook", ["ebu", "abf"])
def test_a_demo_goes_the_way_of_real_files_and_holds(handbook: str) -> None:
    done = run("tiny", handbook, 1, 1)
    assert (done.players, done.clubs, done.months) == (80, 3, 13)
    assert done.entries > 300
    found = end()
    assert found is not None
    assert found.closing == 13
    with scope(federation=done.federation):
        assert {each.split()[0] for each in Submission.objects.values_list("read_as", flat=True)} >= {
            "USEBIO", "ranking", "PBN", "event",
        }  # fmt: skip
        assert Promotion.objects.count() == done.promotions > 0
    assert prove().holds


@pytest.mark.parametrize("handbook", ["ebu", "abf"])
@pytest.mark.parametrize("form", ["usebio", "csv", "pbn", "event"])
@pytest.mark.parametrize("seed", range(4))
def test_every_form_is_read_again_as_what_was_played(handbook: str, form: str, seed: int) -> None:
    event = playing.club_night(handbook, "Oakby", MEMBERS, DAY, repeatable(seed))
    sent = files.written(event, form, handbook, "x")
    answers = typed([("--answer", "status", sent.status)] if sent.status else [])
    (reading,) = (apply(each, answers) for each in recognise.read(sent.name, sent.content, {}, answers.texts()))
    assert reading.event is not None, reading.problems
    edition = editions.get(handbook).edition(DAY)
    as_played = [(each.player.number, each.colour, each.units) for each in edition.assess(event).awards]
    as_read = [(each.player.number, each.colour, each.units) for each in edition.assess(reading.event).awards]
    assert as_read == as_played
    assert as_played


@pytest.mark.parametrize("size", SIZES)
def test_clubs_share_everything_there_is(size: str) -> None:
    wanted = SIZES[size]
    shares = spread(wanted.players, wanted.clubs, 12)
    assert sum(shares) == wanted.players
    assert shares == sorted(shares, reverse=True)
    assert min(shares) >= 12


def test_no_two_clubs_are_called_the_same() -> None:
    called = [names.place(number) for number in range(740)]
    assert len(set(called)) == len(called)
