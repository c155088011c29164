"""What does a file cost from upload to the book? Received, looked at, submitted, each in its own transaction.

The floor goes through the same bytes with expat and writes the entries that the file brings, durably, into bare tables.
The same file is then sent once more.
"""

from __future__ import annotations

import random
import re
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from benchmarks.book_floor import DAY, Floor
from benchmarks.formats import tokenise
from benchmarks.invented_usebio import SEED, usebio, year
from benchmarks.report import Clock, against
from overtrick.formats.answers import typed
from overtrick.register.accounts.models import User
from overtrick.register.competitions.preview import preview
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.submit import submit
from overtrick.register.federations import numbers
from overtrick.register.ledger.models import Entry
from overtrick.register.ledger.posting import NewEntry, NewPosting
from overtrick.register.organisations import affiliation, officers, tree
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.people.bulk_register import NewMember, enrol
from overtrick.register.people.duplicates import Applicant
from overtrick.register.scoping import scope

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.register.federations.models import Federation
    from overtrick.register.ledger.posting import Posted

FILES = 60
MEMBERS = 300
JOINED = date(2025, 1, 1)
AT = datetime(2027, 1, 15, tzinfo=UTC)
_PLAYER = re.compile(rb"<PLAYER_NAME>[^<]*(</PLAYER_NAME>.*?<NATIONAL_ID_NUMBER>)\d+", re.DOTALL)


class Club:
    """A club with members, and their files."""

    def __init__(self, federation: Federation) -> None:
        """Enter it."""
        self.scorer = User.objects.create(username="scorer")
        joined = datetime(2025, 1, 1, tzinfo=UTC)
        national = tree.add(federation, "900", "Union", Organisation.Kind.NATIONAL, actor=None, at=joined)
        self.club = tree.add(
            federation, "901", "Oakby Bridge Club", Organisation.Kind.CLUB, national, actor=None, at=joined
        )
        affiliation.affiliate(self.club, JOINED, actor=None, at=joined)
        officers.appoint(self.club, self.scorer, Officer.Role.SCORER, JOINED, actor=None, at=joined)
        newcomers = [
            NewMember(Applicant(f"Ado{at}", f"Bemlor{at}", date(1960, 1, 1)), JOINED, home=self.club)
            for at in range(MEMBERS)
        ]
        self.members = [
            (str(player).encode(), numbers.written(federation, player.number).encode())
            for player in enrol(newcomers, actor=None, at=joined)
        ]

    def files(self, count: int = FILES, name: str = "Club pairs") -> Iterator[tuple[str, bytes]]:
        """Write a file for each of its nights, with travellers."""
        dice = random.Random(SEED)
        for at, night in enumerate(year(count)):
            night = night._replace(name=f"{name} {at}")  # noqa: PLW2901 - the same night
            there = iter(dice.sample(self.members, 2 * night.pairs))
            yield f"{at}.xml", _PLAYER.sub(lambda found, there=there: _named(found, *next(there)), usebio(night, dice))  # type: ignore[misc]

    def take_in(self, name: str, content: bytes) -> Posted | None:
        """Receive a file, look at the preview, submit; nothing is posted if it came before."""
        answers = typed([("bench", "status", "club")])
        (draft,) = receive(self.club, name, content, self.scorer, AT, answers)
        if draft.submission is None:
            assert draft.before is not None
            return None
        preview(draft.submission, AT)
        done = submit(draft.submission, self.scorer, AT)
        assert done.posted is not None
        return done.posted


def _named(found: re.Match[bytes], name: bytes, number: bytes) -> bytes:
    return b"<PLAYER_NAME>" + name + found[1] + number


def files_again(federation: Federation) -> Club:
    """Take files in, each again soon after it came first, and compare; gives the club that sent them."""
    with scope(federation=federation):
        club = Club(federation)
        first, again, bare = Clock(), Clock(), Clock()
        files = club.files()
        came = [next(files)]
        club.take_in(*came[0])  # whose rows the bare tables begin with
        floor = Floor()
        dice = random.Random(1)
        for file in files:
            with first:
                posted = club.take_in(*file)
            assert posted is not None
            rows = floor.bare([(NewPosting(federation.pk, "submission", DAY), entries_of(posted.id))])
            with bare:
                tokenise(file[1])
                floor.insert_all(rows)
            came.append(file)
            with again:
                assert club.take_in(*dice.choice(came)) is None
        size = sum(len(content) for _, content in came) / len(came) / 1000
        against(f"a file of {size:.0f} KB, received, looked at, submitted", first.taken, (bare.taken,), 8)
        against("  the same file again × the first time", again.taken, (first.taken,), 0.15)
    return club


def entries_of(posting: int) -> list[NewEntry]:
    """Give the entries of a posting again."""
    listed = Entry.objects.filter(posting=posting).order_by("id")
    return [NewEntry(each.player_id, each.colour, each.units, each.played, each.stage) for each in listed]
