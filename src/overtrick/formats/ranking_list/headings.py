"""What does a heading mean? The words over the columns of ranking lists, as programs and people write them.

English first, and what clubs write in German, French, Norwegian, Swedish, Dutch and Welsh. A heading may carry the
number of the player it is about: "Name 2", "Player B", "Member No. (1)". The words are data, in ``headings.toml``.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from overtrick.handbooks import federations

#: The colours that points are of, where a heading says it.
COLOURS = ("black", "local", "green", "blue", "red", "gold", "silver", "platinum")

_OF_A_PLAYER = ("player", "partner", "spieler", "joueur", "spiller", "spelare", "speler", "member", "chwaraewr", "p")
_INDEX = {**{str(each): each for each in range(1, 9)}, **{letter: at for at, letter in enumerate("abcdefgh", 1)}}
_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}

_TOKENS = re.compile(r"[a-z]+|[0-9]+|%")
_LONGEST = 60

NORTH_SOUTH, EAST_WEST = "North-South", "East-West"


@cache
def _by_heading() -> dict[str, str]:
    """Every heading that is known, with what it means."""
    return {
        heading: meaning for meaning, words in _data("headings").items() for each in words.values() for heading in each
    }


@cache
def _directions() -> dict[str, str]:
    data = _data("directions")
    return {
        written: direction
        for direction, word in ((NORTH_SOUTH, "north_south"), (EAST_WEST, "east_west"))
        for written in data[word]
    }


def _data(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text("utf-8"))


class Heading(NamedTuple):
    """What a heading means, and which player it is about (0: not said)."""

    meaning: str
    player: int = 0
    colour: str = ""


def plain(written: str) -> str:
    """Write a heading as it is compared: small letters without accents, words parted by one blank."""
    spread = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", written[:_LONGEST].replace("ø", "o").replace("Ø", "O"))
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", spread) if not unicodedata.combining(sign))
    return " ".join(_TOKENS.findall(bare.lower()))


def read_heading(written: str) -> Heading | None:
    """Say what a heading means; None if it is not known, and ``doubtful`` if it means different things."""
    words = plain(written)
    if words in _by_heading():
        return Heading(_by_heading()[words])
    tokens = words.split()
    return _of_a_player(tokens) or _coloured(tokens) or _numbered(tokens)


def _of_a_player(tokens: list[str]) -> Heading | None:
    """Take out the one token that says which player, and see whether the others are known."""
    at = [index for index, token in enumerate(tokens) if token in _INDEX]
    at = at or [index for index, token in enumerate(tokens) if token in _ORDINALS]
    if len(at) != 1 or len(tokens) == 1:
        return None
    token = tokens[at[0]]
    others = tokens[: at[0]] + tokens[at[0] + 1 :]
    meaning = _meaning(others)
    if meaning == "names":
        meaning = "name"
    player = _INDEX.get(token) or _ORDINALS[token]
    return (
        Heading(meaning, player) if meaning in ("name", "given name", "surname", "number", "rank", "points") else None
    )


def _meaning(tokens: list[str]) -> str:
    if meaning := _by_heading().get(" ".join(tokens)):
        return meaning
    if tokens and tokens[0] in _OF_A_PLAYER:
        return _meaning(tokens[1:]) if tokens[1:] else "name"
    found = _numbered(tokens)
    return found.meaning if found else ""


def _numbered(tokens: list[str]) -> Heading | None:
    """A federation's name, alone or before "No", stands over its members' numbers."""
    if tokens and tokens[0] in federations.initials():
        rest = " ".join(tokens[1:])
        if not rest or _by_heading().get(rest) == "number":
            return Heading("number")
    return None


def _coloured(tokens: list[str]) -> Heading | None:
    colours = [token for token in tokens if token in COLOURS]
    rest = " ".join(token for token in tokens if token not in COLOURS)
    if len(colours) == 1 and (not rest or _by_heading().get(rest) in ("points", "doubtful")):
        return Heading("points", colour=colours[0])
    return None


def read_direction(written: str) -> str:
    """Say which direction is meant; empty if none is."""
    return _directions().get(plain(written), "")
