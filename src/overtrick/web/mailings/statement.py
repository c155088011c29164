"""A member's statement of a month by mail: what was credited, the totals, the rank and what the next one needs.

The figures are made by what the pages of the record use, on the same rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from overtrick.register.accounts import links
from overtrick.register.accounts.models import User
from overtrick.register.ledger.models import Closing, Entry
from overtrick.register.ledger.row_ids import number_of
from overtrick.register.messages import words
from overtrick.register.messages.kinds import Topic
from overtrick.register.people.identity import Person, person
from overtrick.register.records.record_lines import RecordLine, lines_of
from overtrick.register.scoping import current
from overtrick.web.design.colour_words import colour_word
from overtrick.web.mailings import regular
from overtrick.web.mailings.regular import RegularLetter
from overtrick.web.player import record_filters, record_summary
from overtrick.web.player.own_record import PointsWriter, points_by
from overtrick.web.player.record_facts import known

#: A month that was closed longer ago is told to nobody who only now asks for statements.
_LATEST = timedelta(days=14)


def send_statements(at: datetime) -> int:
    """Write to whoever wants the statement of the month that was closed last; how many letters."""
    closing = Closing.objects.filter(closed_at__gte=at - _LATEST).order_by("month").last()
    if closing is None:
        return 0
    readers = User.objects.filter(player__federation=current(), mail_choices__topic=Topic.STATEMENT.value)
    about = f"{closing.month:%Y-%m}"
    count = 0
    for reader in regular.wanting(Topic.STATEMENT, readers, about):
        count += regular.send(Topic.STATEMENT, reader, about, lambda whom: statement(whom, closing, at.date()), at)
    return count


def statement(reader: User, closing: Closing, on: date) -> RegularLetter | None:
    """Write the statement of a month; none where the account has no record here."""
    mine = person(player=reader.player_id) if reader.player_id else None
    if mine is None:
        return None
    here = current()
    whose, written = known(mine, on), points_by(here.handbook)
    rank = record_summary.rank(whose, written)
    lines = [*_credited(mine, closing, written), "", _("Your points:")]
    for total in record_summary.totals(record_summary.holdings(whose.held), written):
        more = _(", provisional %(points)s") % {"points": total.provisional} if total.provisional else ""
        lines.append(f"- {_(total.colour.capitalize())}: {total.final}{more}")
    if rank.name:
        lines += ["", _("Your rank: %(rank)s") % {"rank": rank.name}]
    if rank.to_win:
        facts = {"rank": rank.following, "to_win": rank.to_win}
        lines.append(_("Still missing for %(rank)s: %(to_win)s.") % facts)
    page = links.page(here, reverse("record"))
    return RegularLetter({"month": date_format(closing.month, "F Y"), "page": page}, lines)


def _credited(mine: Person, closing: Closing, written: PointsWriter) -> Sequence[str]:
    rows = Entry.objects.filter(player__in=mine.records, posting__closed__closing=closing)
    final = {number_of(each) for each in rows.values_list("pk", flat=True)}
    listed = [line for line in reversed(lines_of(mine.records)) if line.entry in final]
    if not listed:
        return [_("Nothing was credited to you.")]
    sums: dict[str, int] = {}
    for line in listed:
        sums[line.colour] = sums.get(line.colour, 0) + line.units
    together = words.points([(each, sums[each]) for each in written.colours if each in sums], current())
    return [
        _("Credited:"),
        *(_line(line, written) for line in listed),
        _("Together: %(points)s") % {"points": together},
    ]


def _line(line: RecordLine, written: PointsWriter) -> str:
    shown = record_filters.shown(line, written)
    what = ", ".join(filter(None, (shown.event, line.club)))
    points = f"{shown.points} {colour_word(line.colour)}"
    return f"- {date_format(line.played, 'j F Y')}, {what}: {points}"
