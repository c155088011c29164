"""Who is on a club's lists, and what may the club do with a player's record? (Appendix C)"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.findings import Finding, finding
from overtrick.engine.working import rule

if TYPE_CHECKING:
    from collections.abc import Sequence


class SearchRecord(NamedTuple):
    """A player's record as the search of active and inactive players shows it."""

    number: str
    home_club: str = ""  #: empty while inactive
    alternates: tuple[str, ...] = ()  #: clubs that asked to have the player on their reports
    deceased: bool = False

    @property
    def active(self) -> bool:
        """Whether the player has a current home club."""
        return bool(self.home_club) and not self.deceased


class Relation(StrEnum):
    """What a player is to a club; the clubs are the members, not the players."""

    HOME = "home member"
    ALTERNATE = "alternate member"
    OTHER = "other player"


@rule("App C: membership", "App A: Alternate membership", "App A: Home club")
def relation(club: str, player: SearchRecord) -> Relation:
    """A player is a home member of one club, an alternate of those that asked for it, and a stranger to all others."""
    if player.home_club == club:
        return Relation.HOME
    return Relation.ALTERNATE if club in player.alternates else Relation.OTHER


@rule("App C: 1 new player")
def may_register(found: Sequence[SearchRecord], *, search_confirmed: bool) -> Finding:
    """A new number is only for somebody who never had one, and the club confirms that it looked."""
    sentence = "{found} records found under the name, the search is confirmed"
    holds = search_confirmed and not found
    return finding(sentence, holds=holds, clause="App C: 1 new player", found=len(found))


@rule("App C: 2 reactivation")
def may_reactivate(player: SearchRecord) -> Finding:
    """Only a lapsed player can be reactivated, by whichever club; who has a home club is transferred instead."""
    sentence = "{number} has no current home club"
    holds = not player.active and not player.deceased
    return finding(sentence, holds=holds, clause="App C: 2 reactivation", number=player.number)


@rule("App C: 3 change details")
def may_change(club: str, player: SearchRecord) -> Finding:
    """A club changes the details of its own current home members."""
    sentence = "{number} is a home member of {club}"
    holds = relation(club, player) is Relation.HOME and player.active
    return finding(sentence, holds=holds, clause="App C: 3 change details", number=player.number, club=club)


@rule("App C: 4 transfer")
def may_transfer(club: str, player: SearchRecord) -> Finding:
    """A player with another home club is moved to the club that asks."""
    sentence = "{number} is registered through another club than {club}"
    holds = player.active and player.home_club != club
    return finding(sentence, holds=holds, clause="App C: 4 transfer", number=player.number, club=club)


@rule("App C: 4 transfer", "App C: ii alternate members")
def transferred(club: str, player: SearchRecord) -> SearchRecord:
    """The new club becomes the home club; the old one lists the player further only if it asks for an alternate."""
    return player._replace(home_club=club, alternates=tuple(each for each in player.alternates if each != club))


@rule("App C: 5 alternates", "App A: Alternate membership")
def may_add_alternate(club: str, player: SearchRecord) -> Finding:
    """A club may list a player whose home club is another; its own home members are listed anyway."""
    sentence = "{number} has another home club than {club}"
    holds = player.active and relation(club, player) is Relation.OTHER
    return finding(sentence, holds=holds, clause="App C: 5 alternates", number=player.number, club=club)


@rule("App C: ii alternate members")
def may_remove_alternate(club: str, player: SearchRecord) -> Finding:
    """An alternate may be taken off the club's reports at any time."""
    sentence = "{number} is an alternate of {club}"
    holds = relation(club, player) is Relation.ALTERNATE
    return finding(sentence, holds=holds, clause="App C: ii alternate members", number=player.number, club=club)


@rule("App C: 6 deceased")
def may_mark_deceased(player: SearchRecord, *, died: bool) -> Finding:
    """A record is marked only on a death, never to cancel a player."""
    sentence = "{number} died"
    return finding(sentence, holds=died, clause="App C: 6 deceased", number=player.number)


@rule("App C: i home members")
def leaves_the_list(*, died: bool = False, transferred_away: bool = False, cancelled: bool = False) -> Finding:
    """A home member leaves a club's list by death, by transfer, or by the yearly cancellation, and in no other way.

    Item i names only the first two; the yearly cancellation is told in item 7.
    """
    sentence = "by death, by transfer or by the yearly cancellation"
    return finding(sentence, holds=died or transferred_away or cancelled, clause="App C: i home members")


@rule("App C: i home members", "App C: ii alternate members", "App C: iii other players", "App C: 6 deceased")
def on_the_quarterly_report(club: str, player: SearchRecord, *, earned_here: bool) -> Finding:
    """Home members and alternates are on every report; others only for a quarter in which they won points there."""
    if player.deceased:
        return finding("{number} died", holds=False, clause="App C: 6 deceased", number=player.number)
    what = relation(club, player)
    clause = {
        Relation.HOME: "App C: i home members",
        Relation.ALTERNATE: "App C: ii alternate members",
        Relation.OTHER: "App C: iii other players",
    }[what]
    sentence = "{what} of {club}" if what is not Relation.OTHER else "not of {club}: listed if points were won there"
    holds = what is not Relation.OTHER or earned_here
    return finding(sentence, holds=holds, clause=clause, what=str(what), club=club)


@rule("App C: ii alternate members", "App A: Home club")
def pays_the_fees(club: str, player: SearchRecord) -> Finding:
    """The home club pays for a player and gets what the Centre sends; an alternate costs a club nothing."""
    sentence = "{number} is a home member of {club}"
    holds = relation(club, player) is Relation.HOME
    return finding(sentence, holds=holds, clause="App A: Home club", number=player.number, club=club)
