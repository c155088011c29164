"""What names a person in texts: the names of the register, those that clubs typed, and addresses."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from overtrick.register.accounts.models import User
from overtrick.register.competitions.models import HeldCredit, KnownAs, Seat
from overtrick.register.federations import numbers
from overtrick.register.people import identity
from overtrick.register.people.models import Contact, JoinRequest, Player
from overtrick.register.scoping import current

#: A name of one word may be anybody's, or a word.
_FEWEST_WORDS = 2
#: Bytes of what is packed in a file.
_MOST = 20_000_000


class Traces(NamedTuple):
    """A person, and every text that means this person and nobody else."""

    player: Player  #: the record that stays
    records: list[int]
    account: User | None
    pseudonym: str
    names: frozenset[str]  #: whole names
    families: frozenset[str]
    emails: frozenset[str]

    def swap(self, text: str) -> str:
        """Write a text with the pseudonym in place of the names and addresses."""
        return _pattern(self.names | self.emails).sub(self.pseudonym, text)

    def swap_family(self, text: str) -> str:
        """Do the same with the family name too: for the name of a pair or team that the person is in."""
        return _pattern(self.families).sub(self.pseudonym, self.swap(text))

    def names_in(self, content: bytes) -> bool:
        """Say whether a file names the person, whatever stands between the given and the family name."""
        called = re.compile(_pattern(self.names | self.emails).pattern.replace(r"\ ", r"\W+"), re.IGNORECASE)
        return any(called.search(text) for text in _texts(content))


def traces_of(player: Player) -> Traces:
    """Find what names a person."""
    kept = identity.kept(player)
    records = identity.identities(kept)
    account = User.objects.filter(player__in=records).first()
    listed = list(Player.objects.filter(pk__in=records))
    names = {form for each in listed for form in _forms(each.given, each.family)}
    seats = Seat.objects.filter(player__in=records).exclude(match=Seat.Match.DOUBTFUL)
    names.update(seats.values_list("name", flat=True).distinct())
    names.update(KnownAs.objects.filter(player__in=records).values_list("name", flat=True))
    names.update(HeldCredit.objects.filter(player__in=records).values_list("name", flat=True))
    names.update(JoinRequest.objects.filter(player__in=records).values_list("written", flat=True))
    emails = set(Contact.objects.filter(player__in=records).values_list("email", flat=True))
    if account is not None:
        names.update(_forms(account.first_name, account.last_name))
        emails |= {account.email, account.username if "@" in account.username else ""}
    return Traces(
        kept,
        records,
        account,
        pseudonym_of(kept),
        frozenset(each for each in names if len(each.split()) >= _FEWEST_WORDS),
        frozenset(each.family for each in listed if each.family),
        frozenset(filter(None, emails)),
    )


def pseudonym_of(player: Player) -> str:
    """Give the name that a person has from then on."""
    return f"Erased player {numbers.written(current(), player.number)}"


def _forms(given: str, family: str) -> Iterable[str]:
    """Write a name as people write it."""
    return (f"{given} {family}".strip(), f"{family} {given}".strip(), f"{family}, {given}" if given else family)


def _texts(content: bytes) -> Iterator[str]:
    """Read a file as texts: in the encodings that programs write, and the members of one that is packed."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            for each in packed.infolist():
                with packed.open(each) as member:
                    yield from _texts(member.read(_MOST))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error):
        for encoding in ("utf-8", "windows-1252", "utf-16-le"):
            yield content.decode(encoding, "replace")


def _pattern(words: Iterable[str]) -> re.Pattern[str]:
    """Find whole words, the longest first, in capitals or not; nothing, where there are none."""
    listed = sorted(words, key=len, reverse=True)
    if not listed:
        return re.compile(r"(?!)")
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, listed))})(?!\w)", re.IGNORECASE)
