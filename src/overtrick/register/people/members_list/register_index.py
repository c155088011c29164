"""All people of the register in memory, to compare a long list with."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import Any, NamedTuple

from django.db.models import QuerySet

from overtrick.register import periods
from overtrick.register.federations import numbers
from overtrick.register.organisations.contact_details import NONE, ContactDetails
from overtrick.register.organisations.models import Affiliation, Organisation
from overtrick.register.people import contacts, duplicates, names, sight
from overtrick.register.people.duplicates import Applicant, Candidate
from overtrick.register.people.models import Allegiance, Membership, Player, Standing
from overtrick.register.scoping import current

_KINDS = {
    "club": (Organisation.Kind.CLUB, Organisation.Kind.NATIONAL),
    "county": (Organisation.Kind.REGION,),
}


class Now(NamedTuple):
    """Where a player stands today."""

    status: Standing.Status | None
    home: int | None
    county: int | None


class RegisterIndex:
    """The register on a day."""

    def __init__(self, on: date, seen_by: Organisation | None = None) -> None:
        """Read everybody once; for a club as far as it may know them: others have no birthday, or only a number."""
        self._form = numbers.form(current())
        self._players = {row.pk: row for row in Player.objects.select_related("kept")}
        self._by_number = {row.number: row.kept or row for row in self._players.values()}
        self._by_names: dict[tuple[str, str], list[Player]] = defaultdict(list)
        self._by_family: dict[str, list[Player]] = defaultdict(list)
        self._by_birthday: dict[date, list[Player]] = defaultdict(list)
        strangers = self._strangers(seen_by) if seen_by else set()
        hidden = sight.hidden_from(seen_by, self._players.values()) if seen_by else set()
        for row in self._players.values():
            if row.pk in strangers:
                (row.kept or row).born = row.born = None
            if row.pk not in hidden:
                self._index(row)
        self._standings = self._held(Standing.objects.exclude(status=Standing.Status.SUSPENDED), "status", on)
        self._homes = self._held(Membership.objects.filter(home=True), "club_id", on)
        self._counties = self._held(Allegiance.objects.filter(first=True), "county_id", on)
        self._contacts = contacts.every(on)

    def _strangers(self, club: Organisation) -> set[int]:
        """Name everybody who is not a member of a club."""
        members = set(club.memberships.filter(ends__isnull=True).values_list("player_id", flat=True))
        return {row.pk for row in self._players.values() if (row.kept_id or row.pk) not in members}

    def _index(self, row: Player) -> None:
        for family in names.bearing(row.family):
            sound = names.sound(family)
            self._by_family[sound].append(row)
            for given in names.words(row.given):
                self._by_names[sound, names.sound(given)].append(row)
        if row.born is not None:
            self._by_birthday[row.born].append(row)

    def _held(self, rows: QuerySet[Any], field: str, on: date) -> dict[int, Any]:
        """Read what holds on a day, by the player it is kept under; the kept record's own word comes first."""
        found: dict[int, Any] = {}
        for player, value in rows.filter(periods.during(on)).values_list("player_id", field):
            root = self._players[player].kept_id or player
            if root not in found or root == player:
                found[root] = value
        return found

    def by_number(self, written: str) -> Player | None:
        """Give the player with a number."""
        return self._by_number.get(self._form.key(written))

    def now(self, player: Player) -> Now:
        """Say where a player stands."""
        status = self._standings.get(player.pk)
        return Now(
            Standing.Status(status) if status else None, self._homes.get(player.pk), self._counties.get(player.pk)
        )

    def contact(self, player: Player) -> ContactDetails:
        """Say how a player is reached."""
        return self._contacts.get(player.pk, NONE)

    def candidates(self, applicant: Applicant) -> list[Candidate]:
        """Find who may be the same person, as ``duplicates.candidates`` does, without asking the database."""
        # Whoever has the same birthday comes first: of a common name only the first few are looked at.
        same_day = self._by_birthday.get(applicant.born, ()) if applicant.born is not None else ()
        seen = {row.pk: row for row in same_day}
        family, given = duplicates.sounds(applicant)
        only_initials = not any(len(word) > 1 for word in names.words(applicant.given))
        for one in family:
            for pair in (pair for other in given for pair in ((one, other), (other, one))):
                seen |= {row.pk: row for row in self._by_names.get(pair, ())}
            if only_initials:
                seen |= {row.pk: row for row in self._by_family.get(one, ())}
        return duplicates.judged(applicant, seen.values())

    def exactly(self, applicant: Applicant, club: Organisation | None) -> Player | None:
        """Give the one player of this very name who has the same birthday, or else the same club."""
        pairs = {
            row.pk: row
            for family in names.bearing(applicant.family)[:1]
            for given in (names.words(applicant.given) or ("",))[:1]
            for row in self._by_names.get((names.sound(family), names.sound(given)), ())
        }
        same = {
            (row.kept or row).pk: row.kept or row
            for row in pairs.values()
            if names.words(row.family) == names.words(applicant.family)
            and names.words(row.given) == names.words(applicant.given)
        }
        if applicant.born is not None:
            found = [row for row in same.values() if row.born == applicant.born]
        else:
            found = [row for row in same.values() if club is not None and self._homes.get(row.pk) == club.pk]
        return found[0] if len(found) == 1 else None


class Places:
    """The organisations of the register on a day, by their numbers and names."""

    def __init__(self, on: date) -> None:
        """Read them once."""
        self._all = {each.pk: each for each in Organisation.objects.all()}
        self._by_word: dict[str, dict[object, list[Organisation]]] = {kind: {} for kind in _KINDS}
        for kind, kinds in _KINDS.items():
            for each in self._all.values():
                if each.kind in kinds:
                    for word in (each.number.lstrip("0"), names.words(each.name)):
                        self._by_word[kind].setdefault(word, []).append(each)
        rows = Affiliation.objects.filter(periods.during(on)).values_list("organisation_id", "begins")
        self._since = dict(rows)

    def find(self, written: str, kind: str) -> Organisation | None:
        """Find a club or a county by its number or its name."""
        found = self._by_word[kind].get(written.strip().lstrip("0")) or self._by_word[kind].get(names.words(written))
        return found[0] if found and len(found) == 1 else None

    def is_affiliated(self, organisation: Organisation) -> bool:
        """Say whether an organisation belongs to the federation on that day."""
        return organisation.pk in self._since

    def affiliated_since(self, organisation: Organisation) -> date:
        """Give the first day of the affiliation that holds on that day."""
        return self._since[organisation.pk]

    def name(self, pk: int | None) -> str:
        """Give an organisation's name; empty for none."""
        return self._all[pk].name if pk else ""
