"""The boards of an event, read from its file when somebody first asks, and the names of those who played them."""

from __future__ import annotations

import re
from typing import NamedTuple

from django.core.cache import caches
from django.utils.translation import gettext as _

from overtrick.formats.boards import FileBoards, FileEntrant, may_have_boards, no_boards
from overtrick.register.competitions.models import Submission, Upload
from overtrick.register.people import names
from overtrick.register.records.played_event import EventVersion, SeatedPlayer
from overtrick.web.design.fragment_cache import PAGES, fingerprint
from overtrick.web.file_reader import BOARD_READER
from overtrick.web.public.event_names import EventNames

_SUITS = "♠♥♦♣"
_SEATS = "NESW"
_DEAL = re.compile(r"([NESW]):((?:[AKQJT2-9]*(?:\.[AKQJT2-9]*){3}\s?){4})")


class Hand(NamedTuple):
    """What one player held, suit by suit."""

    seat: str
    suits: tuple[tuple[str, str], ...]


def has_boards(sent: Submission) -> bool:
    """Say whether an event may have results of boards; the file is looked through once."""
    digest = _digest(sent)
    if not digest:
        return False
    found: bool | None = caches[PAGES].get_or_set(
        f"has-boards-{digest}", lambda: may_have_boards(_upload(sent).content)
    )
    return bool(found)


def boards_of(sent: Submission) -> FileBoards:
    """Give the boards of an event. The file is read in another process, once; what came of it is kept for a while."""
    if not has_boards(sent):
        return no_boards()
    mark = fingerprint("boards", _digest(sent), sent.file).hex()
    found: FileBoards | None = caches[PAGES].get(mark)
    if found is None:
        upload = _upload(sent)
        found = BOARD_READER.boards(upload.name, upload.content, sent.file)
        caches[PAGES].set(mark, found)
    return found


def _digest(sent: Submission) -> str:
    """Give the digest of the file of an event; empty where it came without one."""
    if sent.upload_id is None:
        return ""
    return Upload.objects.values_list("sha256", flat=True).get(pk=sent.upload_id)


def _upload(sent: Submission) -> Upload:
    return Upload.objects.get(submissions=sent)


class EntrantNames:
    """Names pairs and players of a file as a reader may see them: by the players who are known in the event."""

    def __init__(self, version: EventVersion, seen: EventNames) -> None:
        """Know everybody in the event by name; a name that two people have tells nobody."""
        self._seen = seen
        self._seats: dict[tuple[str, ...], SeatedPlayer | None] = {}
        for who, seat in version.seats.items():
            words = names.words(who.name)
            self._seats[words] = seat if words not in self._seats else None

    def entrant(self, entrant: FileEntrant | None, *, alone: bool) -> str:
        """Write the names of a pair or player, or the number where they are not known."""
        if entrant is None:
            return _("Unknown player") if alone else _("Unknown pair")
        seats = [self._seats.get(names.words(each)) for each in entrant.names]
        known = [each for each in seats if each is not None]
        if not known or len(known) < len(seats):
            return (_("Player %s") if alone else _("Pair %s")) % entrant.number
        return " & ".join(self._seen.seat(each).text for each in known)


def hands(deal: str) -> tuple[Hand, ...]:
    """Take a deal apart as PBN writes it, clockwise from the player it names; none where it is not whole."""
    found = _DEAL.fullmatch(deal.strip())
    if found is None:
        return ()
    first = _SEATS.index(found.group(1))
    return tuple(
        Hand(_SEATS[(first + at) % 4], tuple(zip(_SUITS, hand.split("."), strict=True)))
        for at, hand in enumerate(found.group(2).split())
    )
