"""Our own words in a report, in the reader's language: titles, headings, and what stands where there is no figure.

A report is kept in English. Words of the handbook, such as colours and ranks, stay as the handbook says them; so do
sentences with figures in them. A report that was published stays as it was published.
"""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

from overtrick.web.design.english import english

_TABLES = (
    gettext_noop("Points by colour"),
    gettext_noop("Points by month"),
    gettext_noop("Points by rank on the first day"),
    gettext_noop("Points by home club"),
    gettext_noop("Points by county"),
    gettext_noop("Points by kind of event"),
    gettext_noop("Points by organiser"),
    gettext_noop("Ranks on the last day"),
    gettext_noop("Promotions that come, go or move"),
    gettext_noop("Players"),
    gettext_noop("Charges"),
    gettext_noop("Quotas"),
    gettext_noop("Events that cannot be compared"),
    gettext_noop("All colours"),
)
_SENTENCES = (
    gettext_noop("What is given before and after, and how many players gain and lose."),
    gettext_noop("What is given before and after."),
    gettext_noop("How many would have another rank on the last day; others reach the same rank in another month."),
    gettext_noop("Who would be promoted otherwise, with the month in which each rank is reached."),
    gettext_noop("A fact is missing that the proposed rules ask for. These events are in no other table."),
)
_COLUMNS = (
    gettext_noop("Month"),
    gettext_noop("Rank"),
    gettext_noop("Club"),
    gettext_noop("County"),
    gettext_noop("Kind of event"),
    gettext_noop("Organiser"),
    gettext_noop("Colour"),
    gettext_noop("Before"),
    gettext_noop("After"),
    gettext_noop("Change"),
    gettext_noop("Gain"),
    gettext_noop("Lose"),
    gettext_noop("Rank by the rules in force"),
    gettext_noop("Rank under the proposal"),
    gettext_noop("Player"),
    gettext_noop("Rank on the first day"),
    gettext_noop("By the rules in force"),
    gettext_noop("Under the proposal"),
    gettext_noop("Why"),
    gettext_noop("Events"),
    gettext_noop("Charge"),
    gettext_noop("Charged by"),
    gettext_noop("Quantity before"),
    gettext_noop("Quantity after"),
    gettext_noop("Quota"),
    gettext_noop("Allowed before"),
    gettext_noop("Allowed after"),
    gettext_noop("Used before"),
    gettext_noop("Used after"),
)
_FACTS = (
    gettext_noop("Asked by"),
    gettext_noop("Season"),
    gettext_noop("Rules in force"),
    gettext_noop("Compared with"),
    gettext_noop("Only"),
    gettext_noop("Worked out again"),
    gettext_noop("Changed"),
    gettext_noop("Not comparable"),
)
_CELLS = (gettext_noop("none"), gettext_noop("no promotion"), gettext_noop("not told"))
OURS = frozenset((*_TABLES, *_SENTENCES, *_COLUMNS, *_FACTS, *_CELLS))


def our(words: str) -> str | SafeString:
    """Say our words in the reader's language, and mark others as English."""
    return gettext(words) if words in OURS else english(words)


def heading(column: str) -> str:
    """Say the heading of a column; a currency stays in its brackets."""
    word, bracket, rest = column.partition(" (")
    return f"{gettext(word)}{bracket}{rest}" if word in OURS else column
