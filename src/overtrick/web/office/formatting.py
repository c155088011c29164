"""How the office's pages write points, people and days."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from overtrick.engine.working import Step
from overtrick.register.accounts.models import User
from overtrick.register.audit.models import Record
from overtrick.register.federations import handbook
from overtrick.register.ledger.models import BEFORE_THIS_BOOK, Entry
from overtrick.register.ledger.row_ids import number_of
from overtrick.register.people import sight
from overtrick.register.people.models import Player
from overtrick.register.scoping import current
from overtrick.web.design.day_words import day_words
from overtrick.web.design.tables import Cell
from overtrick.web.design.templatetags.design import chip


def points(colour: str, units: int) -> SafeString:
    """Write points with their colour."""
    figure = plain_points(colour, units).replace("-", "−")
    return format_html('<span class="points">{} {}</span>', figure, chip(colour))


def plain_points(colour: str, units: int) -> str:
    """Write points as the federation does; the figure alone."""
    known = handbook.on_record(current()).get(colour)
    return known.show(units) if known else str(units)


def points_cell(colour: str, units: int) -> Cell:
    """A cell of points; sorted and downloaded as a figure."""
    return Cell(Decimal(plain_points(colour, units)), points(colour, units))


def player_cell(player: Player) -> Cell:
    """A cell with somebody's name that leads to their page."""
    return Cell(str(sight.for_office(player)), link=reverse("office-player", args=[player.number]))


def entry_state(entry: Entry, taken_back: int | None = None) -> str:
    """Say how an entry counts; ``taken_back`` is the number of the entry that takes it back."""
    if entry.corrects_id:
        return _("reverses %(entry)d") % {"entry": number_of(entry.corrects_id)}
    if taken_back:
        return _("reversed by %(entry)d") % {"entry": taken_back}
    if not hasattr(entry.posting, "closed"):
        return _("provisional")
    return _("before this book") if entry.posting.kind in BEFORE_THIS_BOOK else _("final")


def who(user: User | None) -> str:
    """Name whoever did something; nobody is the installation itself."""
    if user is None:
        return _("the installation")
    return user.get_full_name() or user.username


def day(value: date | None) -> str:
    """Write a day as one says it."""
    return day_words(value) if value else ""


def month(value: date) -> str:
    """Write a month as one says it."""
    return date_format(value, "F Y")


def moment(value: datetime | None) -> str:
    """Write a moment as one says it."""
    return date_format(localtime(value), "j F Y, H:i") if value else ""


def act_moment(act: Record) -> str:
    """Write when something was done, and the day that was claimed for it where that is another one."""
    when = moment(act.at)
    return _("%(when)s, for %(day)s") % {"when": when, "day": day(act.claimed)} if act.claimed else when


def moment_cell(value: datetime | None) -> Cell:
    """A cell with a moment; in data to the second."""
    return Cell(localtime(value).strftime("%Y-%m-%d %H:%M:%S") if value else None, moment(value))


def sentence(told: Step) -> str:
    """Write what a rule decided, with days as one says them."""
    values = {name: day(value) if isinstance(value, date) else value for name, value in told.values.items()}
    return told._replace(values=values).says


def counted(count: int, one: str, many: str) -> str:
    """Write a number of things."""
    return f"{count:,} {one if count == 1 else many}"
