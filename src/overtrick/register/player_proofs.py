"""The proof that goes with a player's statement, certificate or rank: entries of the book under a signed head.

Everybody can check it without the database, by ``overtrick proof`` or with other programs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple

from overtrick.register import sql
from overtrick.register.audit import fact_places
from overtrick.register.errors import Refused
from overtrick.register.federations import numbers
from overtrick.register.federations.models import Federation
from overtrick.register.heads import publish
from overtrick.register.heads.models import Head, Log
from overtrick.register.ledger import chain_rows
from overtrick.register.ledger.row_ids import number_of
from overtrick.register.people import identity
from overtrick.register.people.identity import Person
from overtrick.register.ranks.certificates import Certificate
from overtrick.register.ranks.models import Promotion
from overtrick.transparency.keys import encode
from overtrick.transparency.proof_file import ProofFile, ProvedLog, ProvedRow


class NoHeadYet(Refused):
    """Nothing can be proved before the first head is signed."""


class Asked(NamedTuple):
    """What a proof is about: which entries of the player, and which words go with them."""

    what: str  #: "statement", "certificate", "rank"
    year: int = 0  #: entries played in this year; 0: in any
    until: date | None = None  #: entries played up to this day
    words: tuple[tuple[str, str], ...] = ()  #: what else the file says


def head_of(federation: Federation, number: int | None = None) -> Head:
    """Give the head that a proof is made under: the last of the book, or the one that was asked for."""
    heads = publish.heads(Log.Kind.BOOK, federation)
    found = heads.first() if number is None else heads.filter(number=number).first()
    if found is None and number is not None:
        raise NoHeadYet(
            f"There is no head {number} of the book.", "Choose one from the list of signed heads.", code="no-such-head"
        )
    if found is None:
        raise NoHeadYet(
            "No head of the book has been signed yet.",
            "The office signs one when it closes a month.",
            code="no-head-yet",
        )
    return found


def prove(whose: Person, asked: Asked, head: Head, on: date) -> ProofFile:
    """Prove a player's entries under a head of the book; those that came later are only counted."""
    federation = whose.player.federation
    rows, later = _rows(federation, _entries(whose.records, asked), head)
    about = {
        "what": asked.what,
        "federation": str(federation),
        "handbook": federation.handbook,
        "player": str(whose.player),
        "number": numbers.written(federation, whose.player.number),
        "records": " ".join(str(each) for each in sorted(whose.records)),
        "made": on.isoformat(),
        "later": str(later),
        **({"year": str(asked.year)} if asked.year else {}),
        **({"until": asked.until.isoformat()} if asked.until else {}),
        **dict(asked.words),
    }
    return ProofFile(about, ProvedLog(publish.published(head), head.key, tuple(rows)))


def prove_certificate(found: Certificate, head: Head, on: date) -> ProofFile:
    """Prove the entries on which a rank rests: everything that was played up to the day on which it was reached."""
    promotion = found.promotion
    words = (
        ("rank", promotion.rank),
        ("reached", promotion.reached.isoformat()),
        ("edition", promotion.edition),
        ("code", found.code),
    )
    whose = Person(found.player, list(identity.identities(found.player)))
    proof = prove(whose, Asked("certificate", until=promotion.reached, words=words), head, on)
    return proof._replace(audit=_promoted(promotion, whose.player.federation))


def _promoted(promotion: Promotion, federation: Federation) -> ProvedLog | None:
    """Prove by the audit that a rank was given; None where its record is not under a signed head yet."""
    head = publish.last(Log.Kind.AUDIT, federation)
    place = fact_places.made_by(promotion, federation.pk) if head else None
    if head is None or place is None or place.number > head.size:
        return None
    path = publish.tree(head).inclusion(place.number - 1, head.size)
    more = {"salt": encode(place.salt), "said": place.said, "fact": place.fact}
    row = ProvedRow(place.text, place.before, place.number - 1, path, more)
    return ProvedLog(publish.published(head), head.key, (row,))


def _entries(records: Iterable[int], asked: Asked) -> list[int]:
    """Name the entries of a person, by number, in the order of the book."""
    given, value = sql.numbers(records)
    begins = date(asked.year, 1, 1) if asked.year else date.min
    ends = date(asked.year, 12, 31) if asked.year else asked.until or date.max
    found = sql.rows(
        f"select id from {given} join ledger_entry on player_id = n "  # noqa: S608 - our own names
        "where played >= %s and played <= %s order by id",
        value,
        begins.isoformat(),
        ends.isoformat(),
    )
    return [number_of(entry) for (entry,) in found]


def _rows(federation: Federation, entries: list[int], head: Head) -> tuple[list[ProvedRow], int]:
    """Prove entries; how many came after the head."""
    places = [(entry, chain_rows.place_of(federation.pk, "entry", entry)) for entry in entries]
    under = [(entry, place) for entry, place in places if place <= head.size]
    return list(_proved(federation, under, head)), len(places) - len(under)


def _proved(federation: Federation, places: list[tuple[int, int]], head: Head) -> Iterator[ProvedRow]:
    tree = publish.tree(head)
    for entry, place in places:
        before, text = chain_rows.row_text(federation.pk, "entry", entry)
        yield ProvedRow(text, before, place - 1, tree.inclusion(place - 1, head.size))
