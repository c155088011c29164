"""The messages of a player, an organisation or the office: as a page lists them, as a file, and marked as read."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from django.contrib import messages as said
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from overtrick.formats.tables import Cell, Sheet
from overtrick.register.messages import inbox, words
from overtrick.register.messages.models import Message
from overtrick.web import access, parameters
from overtrick.web.design.tables import as_file, is_file

#: So many messages stand on a page.
_PAGE = 30
ALL, READ, OPEN = "all", "read", "open"


class InboxRow(NamedTuple):
    """A message in words."""

    pk: int
    day: date
    text: str
    address: str
    is_read: bool


class InboxPage(NamedTuple):
    """What the page of messages shows."""

    rows: list[InboxRow]
    page: Page[Message]
    unread: int
    every: bool  #: those that are read, too


def inbox_page(request: HttpRequest, messages: QuerySet[Message], title: str) -> InboxPage | HttpResponse:
    """Read what somebody wants to see; the file if that was asked for, the next page if something was sent."""
    reader = access.actor(request)
    if request.method == "POST":
        return _sent(request, messages)
    if is_file(request):
        return as_file(request, _sheet(request, messages, title))
    unread = inbox.unread(messages, reader)
    every = request.GET.get("show") == ALL
    shown = Paginator(inbox.with_unread(messages if every else unread, reader), _PAGE).get_page(request.GET.get("page"))
    return InboxPage([_row(request, each) for each in shown], shown, unread.count(), every)


def with_count(count: int) -> str:
    """Name the page of messages in a navigation, with how many are unread."""
    return _("Messages (%(count)d)") % {"count": count} if count else _("Messages")


def _sent(request: HttpRequest, messages: QuerySet[Message]) -> HttpResponse:
    """Mark one message as read and go to its page, or mark all of them."""
    reader, at = access.actor(request), access.now()
    if request.POST.get(READ) == ALL:
        done = inbox.mark_read(messages, reader, at)
        told = ngettext("%(count)d message is marked as read.", "%(count)d messages are marked as read.", done)
        said.success(request, told % {"count": done})
        return redirect(request.path)
    one = messages.filter(pk=parameters.whole(request.POST.get(OPEN, "")) or 0)
    found = one.first()
    if found is None:
        raise Http404
    inbox.mark_read(one, reader, at)
    return redirect(words.path(found))


def _row(request: HttpRequest, message: Message) -> InboxRow:
    is_read: bool = getattr(message, "is_read", False)
    text = words.sentence(message, access.federation(request))
    return InboxRow(message.pk, message.told_at.date(), text, words.path(message), is_read)


def _sheet(request: HttpRequest, messages: QuerySet[Message], title: str) -> Sheet:
    rows = [_row(request, each) for each in inbox.with_unread(messages, access.actor(request))]
    columns = [_("Day"), _("Message"), _("Read"), _("Page")]
    cells: list[list[Cell]] = [
        [each.day, each.text, _("yes") if each.is_read else _("no"), request.build_absolute_uri(each.address)]
        for each in rows
    ]
    return Sheet(title, columns, cells)
