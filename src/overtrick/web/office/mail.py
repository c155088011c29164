"""The outbox: letters that were sent, wait or failed. One that failed can be sent again."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.db.models import Case, Value, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.register.errors import Refused
from overtrick.register.mail import outbox, unsubscribe, wording
from overtrick.register.mail.models import Letter
from overtrick.register.organisations.models import OrganisationContact
from overtrick.register.papers.document import Document
from overtrick.register.papers.document import letter as letter_paper
from overtrick.register.papers.layout import Words
from overtrick.register.papers.render import Paper
from overtrick.web import access
from overtrick.web.design import papers
from overtrick.web.design.english import english
from overtrick.web.design.tables import Cell, LongTable
from overtrick.web.office import decorators, formatting
from overtrick.web.office.confirm_form import Crumb

State = Letter.State
#: So many letters are listed.
_MOST = 200


@decorators.page
def letters(request: HttpRequest) -> HttpResponse:
    """List letters that failed first, then those that wait, then the last that were sent."""
    first = Case(When(state=State.FAILED, then=Value(0)), When(state=State.SENT, then=Value(2)), default=Value(1))
    columns = [_("Letter"), _("To"), _("State"), _("Written"), _("Sent"), _("Problem")]
    table = LongTable(_("Mail"), columns, Letter.objects.order_by(first, "-pk"), _cells, request, _MOST)
    context = {"table": table, "server": outbox.server()}
    return table.download(request) or render(request, "office/mail.html", context)


def _cells(rows: Sequence[Letter]) -> list[list[Cell]]:
    return [
        [
            Cell(each.subject, link=reverse("office-letter", args=[each.pk])),
            Cell(each.to),
            Cell(_state(each)),
            formatting.moment_cell(each.added_at),
            formatting.moment_cell(each.sent_at),
            Cell(each.error),
        ]
        for each in rows
    ]


@decorators.page
def letter(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a letter, without the link that only its reader has."""
    found = get_object_or_404(Letter, pk=pk)
    secret = _("(a link that only this letter has)")
    text = found.text.replace(wording.LINK, secret).replace(unsubscribe.MARK, secret)
    if papers.is_pdf(request):
        return papers.sent(request, found.subject, [_paper(found, text)], found.added_at.date())
    context = {
        "letter": found,
        "text": text,
        "state": _state(found),
        "added": formatting.moment(found.added_at),
        "sent": formatting.moment(found.sent_at),
        "next": formatting.moment(found.next_try_at) if found.state == State.WAITING and found.tries else "",
        "can_send": found.state in (State.FAILED, State.WAITING) and outbox.server().is_set_up,
        "crumbs": [Crumb(_("Mail"), reverse("office-mail"))],
    }
    return render(request, "office/letter.html", context)


def _paper(letter: Letter, text: str) -> Paper:
    """Print a letter, to the address of the organisation that has this e-mail address."""
    whose = OrganisationContact.objects.select_related("organisation").filter(email__iexact=letter.to).first()
    to = [str(whose.organisation), *whose.address.splitlines()] if whose else [letter.to]
    paragraphs = [Words(" ".join(each.split("\n"))) for each in text.strip().split("\n\n") if each.strip()]
    return letter_paper(Document(letter.subject, paragraphs, formatting.day(letter.added_at.date())), to)


@decorators.act
def again(request: HttpRequest, pk: int) -> HttpResponse:
    """Send a letter now that failed, or waits for its next try."""
    try:
        outbox.send_again(get_object_or_404(Letter, pk=pk), access.now())
    except Refused as refused:
        messages.info(request, english(refused))
    else:
        messages.success(request, _("The letter is sent again now."))
    return redirect("office-letter", pk)


def _state(letter: Letter) -> str:
    words = {
        State.WAITING: _("waiting"),
        State.SENDING: _("being sent"),
        State.SENT: _("sent"),
        State.FAILED: _("failed"),
    }
    return words[State(letter.state)]
