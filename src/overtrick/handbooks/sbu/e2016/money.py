"""What does it cost, and who pays? The yearly affiliation; never the players for their points (intro, chapter 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine import days
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks import money
from overtrick.handbooks.money import ChargeType, Currency, Due, Owes, Payer, Run

if TYPE_CHECKING:
    from datetime import date

    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.money import PriceList, Tariff
    from overtrick.handbooks.money_causes import Season, Submitted

_SEPTEMBER = 9
_AFFILIATION = "affiliation of a club a season"
#: The rows for members, by what a club counts.
_MEMBERS = {"adult": "adult member a season", "junior": "junior member a season"}


class Rules(money.Rules):
    """The answers of the SBU; what points cost a club is not in the guide."""

    currency = Currency("GBP", "£")

    def charge_types(self, book: Book) -> tuple[ChargeType, ...]:  # noqa: ARG002
        """Members and affiliation, once a season."""
        return (
            *(
                ChargeType(row, "member", f"{kind.capitalize()} members", "intro.licence")
                for kind, row in _MEMBERS.items()
            ),
            ChargeType(_AFFILIATION, "club", "Affiliation", "intro.licence"),
        )

    def of_submission(self, book: Book, tariff: Tariff | None, submitted: Submitted) -> tuple[Due, ...]:
        """Nothing: the affiliation pays for it, and players are not charged."""
        nothing = Owes(Payer.ORGANISER, Run.YEAR, None)
        return (self.prices_of(book, tariff, submitted).exempt(_AFFILIATION, nothing, not_charged()),)

    def season_begins(self, book: Book, day: date) -> date | None:
        """A season is the year of membership: from September, unless the office chose another."""
        return money.year_of_membership(book, day, _SEPTEMBER)

    def member_kind(self, book: Book, born: date | None, on: date) -> str:
        """Juniors are those below the age that the office chose; the guide names none."""
        until = book.setting("junior_until")
        young = until != "none" and born is not None and days.age(born, on) < int(until)
        return "junior" if young else "adult"

    def of_season(self, book: Book, tariff: Tariff | None, season: Season) -> tuple[Due, ...]:
        """Members, and the affiliation that lets a club award points."""
        return of_season(self.prices(book, tariff, season.begins), season)


@rule("ch1.no-charge")
def not_charged() -> Step:
    """Table money or the entry fee bears what points cost."""
    return step("Players are not charged for points: table money or the entry fee bears the cost", 0, NOTHING)


@rule("intro.licence")
def of_season(prices: PriceList, season: Season) -> tuple[Due, ...]:
    """A club may award points because it pays its yearly affiliation; members are counted at home there."""
    owes = Owes(Payer.HOME_CLUB, Run.YEAR, season.begins)
    found = [prices.due(_MEMBERS[kind], count, owes) for kind, count in season.members.items() if count]
    if season.affiliation_due:
        found.append(prices.due(_AFFILIATION, 1, owes))
    return tuple(found)
