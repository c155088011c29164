"""An invented office with a few players, for the tests of the book."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import NamedTuple

from overtrick.register.accounts.models import User
from overtrick.register.competitions.models import Assessment, Competition, StoredEvent, Submission
from overtrick.register.federations.models import Federation
from overtrick.register.ledger.posting import NewEntry, NewPosting, Posted, post
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Player
from overtrick.register.ranks.close_book import Closed, close
from overtrick.register.scoping import scope, scopes_disabled

MAY = date(2026, 5, 1)
JUNE = date(2026, 6, 1)


class Office(NamedTuple):
    """A federation, two people in its office, players and a club that runs competitions."""

    federation: Federation
    first: int
    second: int
    players: tuple[int, ...]
    competition: Competition

    def posting(self, kind: str = "submission", posted: date = MAY, submission: int | None = None) -> NewPosting:
        """What a posting of this office is about."""
        return NewPosting(self.federation.pk, kind, posted, self.first, self.second, "A reason", submission)

    def entry(self, player: int = 0, units: int = 10, colour: str = "local", played: date = MAY) -> NewEntry:
        """Points for one of the players, named by their place in the list."""
        return NewEntry(self.players[player], colour, units, played)

    def post(self, *units: int, posted: date = MAY, submission: int | None = None) -> Posted:
        """Credit the players in their order with so many points."""
        entries = [self.entry(player, each, played=posted) for player, each in enumerate(units)]
        return post(self.posting(posted=posted, submission=submission), entries)

    def close(self, month: date) -> Closed:
        """Close a month, long after."""
        with scope(federation=self.federation):
            return close(self.federation, month, self.first, datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC))

    def submit(self, version: int = 1, replaces: int | None = None, status: str = "submitted") -> int:
        """A submission of the competition; its id."""
        with scopes_disabled():
            made = Submission.objects.create(
                federation=self.federation,
                competition=self.competition,
                version=version,
                begins=self.competition.begins,
                replaces_id=replaces,
                status=status,
                sha256=f"{version:064}",
            )
        return int(made.pk)

    def assess(self, submission: int) -> int:
        """An assessment of a submission; its id."""
        with scopes_disabled():
            made = Assessment.objects.create(
                federation=self.federation,
                submission_id=submission,
                handbook="ebu",
                edition="2024",
                event=StoredEvent.objects.get_or_create(federation=self.federation, sha256="0" * 64, text="{}")[0],
                awards=[],
                sha256="0" * 64,
                made_at=datetime(2026, 5, 2, tzinfo=UTC),
            )
        return int(made.pk)


def open_office(slug: str = "north", players: int = 5, approval: str = "nobody") -> Office:
    """Set up an office."""
    federation = Federation.objects.create(
        slug=slug, name=f"{slug.title()}ern Union", handbook="ebu", approval=approval
    )
    people = [User.objects.create(username=f"{slug}-{name}") for name in ("ado", "bem")]
    with scopes_disabled():
        numbered = [
            Player.objects.create(federation=federation, number=str(number), family=f"Dax{number}")
            for number in range(players)
        ]
        club = Organisation.objects.create(federation=federation, number="1", name="Oakby", kind="club")
        competition = Competition.objects.create(federation=federation, organisation=club, name="Cup", begins=MAY)
    return Office(federation, people[0].pk, people[1].pk, tuple(each.pk for each in numbered), competition)
