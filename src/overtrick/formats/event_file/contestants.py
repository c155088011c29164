"""Who is in a ranking list? A row of the results, and the players in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.event import Contestant, Play, Player, Standing, Tally
from overtrick.engine.places import read_place
from overtrick.formats.event_file import keys
from overtrick.formats.names import ByName

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.formats.event_file.parts import ListItem, Part

#: How a player without a number may be written in a list of numbers.
NO_NUMBER = ("", "-", "none")

NOBODY_KNOWN: ByName[Player] = ByName()


def read_contestant(part: Part | None, play: Play, standing: Standing = Standing.WITH) -> Contestant:
    """Read one row; a row that cannot be read is a contestant without a name."""
    if part is None:
        return Contestant("")
    players = _players(part)
    name = part.text("name") or " & ".join([player.name for player in players if player.name])
    if not name and not any(part.is_wrong(word) for word in ("name", "names", "players")):
        part.problem(
            "names-missing-in-row", "names", "Nobody is named in this row.", f"Add for example {keys.example('names')}."
        )
    if play is Play.PAIRS and len(players) == 1 and not part.has("name"):
        word = "names" if part.has("names") else "players"
        part.problem("names-missing-in-row", word, f"The pair has one player only, {players[0].name}.", "Name both.")
    category = part.text("category")
    return Contestant(
        name=name,
        players=players,
        place=_place(part),
        score=part.decimal("score"),
        standing=part.choice("standing", Standing, standing) or standing,
        category=category.upper() if len(category) == 1 else category,
        section=part.text("section"),
        tally=read_tally(part),
    )


def _place(part: Part) -> int | None:
    if not part.has("place"):
        return None
    written = part.text("place")
    if part.is_wrong("place"):
        return None
    try:
        return read_place(written)
    except ValueError:
        found = f"'place' is '{written[:60]}'." if written else "There is nothing after 'place'."
        part.problem("place-unreadable", "place", found, "Write for example 3, or 3= for a place that is shared.")
        return None


def read_tally(part: Part) -> Tally | None:
    """Matches won and drawn are counted only where one of the counts is given.

    Matches of different length are counted by their boards, ``won: {24: 2, 12: 1}``.
    """
    if not part.given(keys.TALLY):
        return None
    by_length = {word: part.counts(word) for word in keys.TALLY if part.is_group(word)}
    if not by_length:
        return _tally([part.whole(word) or 0 for word in keys.TALLY])
    for word in part.given(keys.TALLY):
        if word not in by_length:
            found = f"'{word}' is one number, and {keys.either(by_length)} is by the boards of a match."
            part.problem("value-unreadable", word, found, f"Write for example {word}: {{24: 2, 12: 1}}.")
    boards = {length for counts in by_length.values() for length in counts}
    return Tally.of_lengths(
        {length: _tally([by_length.get(word, {}).get(length, 0) for word in keys.TALLY]) for length in boards}
    )


def _tally(counts: list[int]) -> Tally:
    won, drawn, mini_won, mini_drawn = counts
    return Tally(won, drawn, mini_won, mini_drawn)


def _players(part: Part) -> tuple[Player, ...]:
    if part.has("players"):
        for word in part.given(("names", "numbers")):
            part.problem(
                "told-twice",
                word,
                f"Both '{word}' and 'players' are given here.",
                f"Remove '{word}'; 'players' is enough.",
            )
        return tuple(read_player(part, each) for each in part.items("players"))
    names = part.texts("names")
    for index, name in () if all(names) else enumerate(names):
        if not name and not part.findings.is_wrong((*part.path, "names", index)):
            part.findings.at(
                "names-missing-in-row",
                (*part.path, "names", index),
                "A name is empty.",
                "Write the name, or remove the comma.",
            )
    if not names and part.has("names") and not part.is_wrong("names"):
        part.problem(
            "names-missing-in-row",
            "names",
            "The list of names is empty.",
            f"Write for example {keys.example('names')}.",
        )
    numbers = ["" if number.lower() in NO_NUMBER else number for number in part.texts("numbers")]
    if part.has("numbers") and not part.has("names"):
        part.problem(
            "names-missing-in-row",
            "numbers",
            "There are numbers without names.",
            f"Add for example {keys.example('names')}.",
        )
    elif numbers and len(numbers) != len(names) and not part.is_wrong("names"):
        found = f"There are {len(names)} names and {len(numbers)} numbers."
        part.problem(
            "numbers-against-names",
            "numbers",
            found,
            "Give each name its number, in the same order; write none for those without a number.",
        )
    numbers += [""] * (len(names) - len(numbers))
    return tuple(map(Player, names, numbers))


def by_name(players: Iterable[Player]) -> ByName[Player]:
    """Know the players of a contestant by name, as far as each name is there once."""
    found: dict[str, Player] = {}
    twice: set[str] = set()
    for player in players:
        if player.name in found:
            twice.add(player.name)
        found[player.name] = player
    return ByName((name, player) for name, player in found.items() if name not in twice)


def in_a_line_up(player: Player) -> Player:
    """Take from a player of the results what holds in every match: number, rank, suspension."""
    return player._replace(boards=None, deemed=0, tally=None, sessions=())


def read_player(part: Part, listed: ListItem, known: ByName[Player] = NOBODY_KNOWN) -> Player:
    """Read a player: a group of words, or the name alone; a line-up need not repeat what the results say."""
    name = part.name_alone(listed)
    if name:
        return in_a_line_up(known.get(known.spelt(name), Player(name)))
    player = part.part(listed, "player")
    if player is None:
        return Player("")
    name = known.spelt(player.needed("name"))
    usual = known.get(name, Player(name))
    number = player.text("number")
    return Player(
        name=name,
        number=("" if number.lower() in NO_NUMBER else number) if player.has("number") else usual.number,
        boards=player.whole("boards"),
        deemed=player.whole("deemed boards") or 0,
        suspended=player.flag("suspended", default=usual.suspended),
        tally=read_tally(player),
        substitute=player.flag("substitute", default=usual.substitute),
        rank=player.text("rank") if player.has("rank") else usual.rank,
        sessions=tuple(player.wholes("sessions", least=1)),
    )
