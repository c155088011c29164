"""Search for players by number, part of a name or a misspelt name, best matches first.

Every question is answered from an index: first which words of the register are meant, then who bears them. It goes past
the ORM, which takes longer than the database: this is the page that is asked for most.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import starmap
from typing import NamedTuple

from overtrick.register import sql
from overtrick.register.federations import numbers
from overtrick.register.people import names
from overtrick.register.people.models import Player
from overtrick.register.raw_rows import Swift
from overtrick.register.scoping import current

_EXACT, _SHORT_FORM, _BEGINS, _SOUNDS = 100, 85, 80, 70
#: Words less alike than this are other words.
_ALIKE = 84
#: A slip is looked for among words that begin with the same letters, so many.
_SAME_START = 2
#: So many words of the register are taken for one of the question, and so many players are ranked.
_MOST_WORDS = 100
_MOST_PLAYERS = 300
#: Where a number narrows them down, so many bearers of a name are looked at.
_MOST_BEARERS = 5_000


class Hit(NamedTuple):
    """Somebody who may be meant."""

    player: Player
    score: int  #: 100: exactly
    through: str = ""  #: the number of a merged record that was found


class Much(NamedTuple):
    """How sure it is that a word is meant, and how many bear it."""

    score: int
    bearers: int


Meant = dict[str, Much]  #: words of the register for one word of the question


class FoundRecord(NamedTuple):
    """A record that was found, and the one that stays for the same person."""

    id: int
    number: str
    given: str
    family: str
    kept: int
    kept_number: str
    kept_given: str
    kept_family: str
    anonymous: bool
    club_only: bool

    @property
    def through(self) -> str:
        """The number of a merged record that was found; empty if it is the one that stays."""
        return self.number if self.kept != self.id else ""


class RankedPerson(NamedTuple):
    """A person, with the record that fits best."""

    row: FoundRecord
    score: int


_PLAYERS = """
    select found.id, found.number, found.given, found.family,
        kept.id, kept.number, kept.given, kept.family, kept.anonymous, kept.club_only
    from people_player as found
    join people_player as kept on kept.id = coalesce(found.kept_id, found.id)
    where {conditions} order by found.id limit %s
"""
#: Joined in this order, the rarest word first: SQLite takes "cross join" at its word.
_BEARERS = "select distinct word0.player_id from {tables} where {conditions} limit %s"
_NAMED = Swift(Player, without=("born", "registered", "merged_into_id", "kept_id"))


def search(text: str, limit: int = 20, *, with_anonymous: bool = True) -> list[Hit]:
    """Find players by number, name, part of a name, or something like it."""
    return [_hit(each) for each in find(text, limit, with_anonymous=with_anonymous)]


def find(text: str, limit: int = 20, *, with_anonymous: bool = True) -> list[RankedPerson]:
    """Find the same, as the database gives it: quicker, where nothing but a name and a number is shown."""
    asked = names.words(text)
    digits = [word for word in asked if word.isdigit()]
    spelt = [word for word in asked if not word.isdigit()]
    if not asked:
        return []
    here = current()
    meant = [_meant(word, here.pk) for word in spelt]
    keys = [numbers.key(here, word) for word in digits]
    exact = [{word: much for word, much in each.items() if much.score == _EXACT} for each in meant]
    found = set(_players(keys, exact)) if all(exact) else set()
    if meant:
        found.update(_players(keys, meant))
    if not found and len(meant) > 1:
        found.update(_players(keys, [{word: much for each in meant for word, much in each.items()}]))
    ranked = _ranked(found, meant, keys)
    return [each for each in ranked if with_anonymous or not each.row.anonymous][:limit]


def _hit(ranked: RankedPerson) -> Hit:
    row = ranked.row
    values = (row.kept, current().pk, row.kept_number, row.kept_given, row.kept_family)
    player = _NAMED.made((*values, row.anonymous, row.club_only))
    return Hit(player, ranked.score, row.through)


def _begins(field: str, text: str) -> tuple[str, list[str]]:
    """Ask for a beginning of letters and digits so that the database answers from its index; each has its own way."""
    if sql.on_sqlite():
        return f"{field} >= %s and {field} < %s", [text, _after(text)]
    return f"{field} like %s", [f"{text}%"]


def _after(text: str) -> str:
    return text[:-1] + chr(ord(text[-1]) + 1)


def _players(keys: list[str], words: Iterable[Meant]) -> Iterable[FoundRecord]:
    """Give players whose numbers begin so, and whose names hold one of the words for each word asked for.

    They are looked up by their ids: a database that joins them to their words may read all players for it.
    """
    if not all(keys):
        return []
    asked = list(words)
    # Where ids are known the plus keeps the database from beginning with the federation.
    conditions, values = [f"{'+' if asked else ''}found.federation_id = %s"], list[object]([current().pk])
    if asked:
        among, value = sql.among(_bearers(asked, _MOST_BEARERS if keys else _MOST_PLAYERS))
        conditions.append(f"found.id {among}")
        values.append(value)
    for key in keys:
        condition, ends = _begins("found.number", key)
        conditions.append(condition)
        values += ends
    return starmap(FoundRecord, sql.rows(_PLAYERS.format(conditions=" and ".join(conditions)), *values, _MOST_PLAYERS))


def _bearers(words: list[Meant], most: int) -> list[int]:
    """Name the players whose names hold one of the words for each word asked for."""
    here = current().pk
    tables, conditions, values = list[str](), list[str](), list[object]()
    for at, each in enumerate(sorted(words, key=lambda meant: sum(much.bearers for much in meant.values()))):
        among, value = sql.among(each)
        tables.append(f"people_nameword as word{at}")
        conditions.append(f"word{at}.federation_id = %s and word{at}.word {among}")
        conditions += [f"word{at}.player_id = word0.player_id"] if at else []
        values += (here, value)
    asked = _BEARERS.format(tables=" cross join ".join(tables), conditions=" and ".join(conditions))
    return [player for (player,) in sql.rows(asked, *values, most)]


def _meant(word: str, here: int) -> Meant:
    """Name the words of the register that somebody may have meant, with how sure that is."""
    found = {each: Much(_BEGINS, bearers) for each, bearers in _beginning(word, here, _MOST_WORDS)}
    for each, bearers in _vocabulary("sound = %s", [names.sound(word)], here, _MOST_WORDS):
        found.setdefault(each, Much(min(_SOUNDS, names.likeness(word, each)), bearers))
    short = names.called(word) - {word}
    if short:
        among, value = sql.among(short)
        for each, bearers in _vocabulary(f"word {among}", [value], here, _MOST_WORDS):
            found[each] = Much(_SHORT_FORM, bearers)
    if word not in found and len(word) > _SAME_START:
        for each, bearers in _beginning(word[:_SAME_START], here, None):
            alike = names.likeness(word, each)
            if alike >= _ALIKE:
                found.setdefault(each, Much(min(_SOUNDS, alike), bearers))
    if word in found:
        found[word] = Much(_EXACT, found[word].bearers)
    return dict(sorted(found.items(), key=lambda item: -item[1].score)[:_MOST_WORDS])


def _beginning(text: str, here: int, most: int | None) -> Iterable[tuple[str, int]]:
    condition, ends = _begins("word", text)
    return _vocabulary(condition, ends, here, most)


def _vocabulary(condition: str, values: Iterable[object], here: int, most: int | None) -> Iterable[tuple[str, int]]:
    """Give words of the register, each with how many bear it."""
    limit = f"limit {most}" if most else ""
    asked = f"""
        select word, count(*) from people_nameword where federation_id = %s and {condition}
        group by word order by word {limit}
    """  # noqa: S608 - our own names
    return ((word, bearers) for word, bearers in sql.rows(asked, here, *values))


def _ranked(rows: Iterable[FoundRecord], meant: list[Meant], keys: list[str]) -> list[RankedPerson]:
    """Put the best first: the words found on average, a whole number before the beginning of one."""
    best: dict[int, RankedPerson] = {}
    for row in rows:
        bears = {*names.words(row.given), *names.words(row.family)}
        scores = [max((much.score for word, much in each.items() if word in bears), default=0) for each in meant]
        scores += [_EXACT if row.number == key else _BEGINS for key in keys]
        ranked = RankedPerson(row, sum(scores) // len(scores))
        if row.kept not in best or best[row.kept].score < ranked.score:
            best[row.kept] = ranked
    return sorted(
        best.values(), key=lambda each: (-each.score, each.row.kept_family, each.row.kept_given, each.row.kept)
    )
