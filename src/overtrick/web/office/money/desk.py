"""The desk of the office's money: what waits, and the doors to everything else."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from overtrick.handbooks.money import Run
from overtrick.register.competitions import late_fines
from overtrick.register.money import accounts, moneybook, tariffs, waiting
from overtrick.register.money.waiting import Waiting, WaitingRun
from overtrick.web import access, parameters
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.money import amounts
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Crumb, Done
from overtrick.web.office.money import base

RUNS = {
    Run.PROCESSED: gettext_lazy("As processed"),
    Run.MONTH: gettext_lazy("Month"),
    Run.QUARTER: gettext_lazy("Quarter"),
    Run.YEAR: gettext_lazy("Year"),
}


class Need(NamedTuple):
    """Something that waits for somebody."""

    what: str
    about: str
    address: str
    does: str


class Place(NamedTuple):
    """A page of money."""

    address: str
    words: str
    about: str


@decorators.audited
def desk(request: HttpRequest) -> HttpResponse:
    """Show what waits; before the federation charges, how it begins."""
    book = moneybook.book()
    context: dict[str, object] = {"book": book, "places": _places()}
    if book is not None:
        found = waiting.waiting(access.now())
        rows = accounts.aged(access.today())
        context |= {
            "needs": [*_runs(found.runs), *_needs(found, len(late_fines.propose_fines(access.today())))],
            "owed": amounts.shown(sum(each.total for each in rows)),
            "overdue": amounts.shown(sum(each.total - each.not_due for each in rows)),
            "on_account": amounts.shown(sum(max(each.on_account, 0) for each in rows)),
            "begins": formatting.day(book.begins),
        }
    return render(request, "office/money/desk.html", context)


def _places() -> list[Place]:
    listed = [
        ("office-money-tariffs", _("Tariffs"), _("What everything costs, from which day, and who says so.")),
        ("office-money-charges", _("Charges"), _("What is owed and why; also what has no amount yet.")),
        ("office-money-licences", _("Licence fees"), _("Events that are over: what was played, and the difference.")),
        ("office-money-runs", _("Invoice runs"), _("Rehearse a run, look at it, then make the invoices.")),
        ("office-money-documents", _("Invoices and credit notes"), _("Find one by its number or its club.")),
        ("office-money-payments", _("Payments"), _("Enter money that came in, or read a bank’s list.")),
        ("office-money-debtors", _("Debtors"), _("Who owes how much, and for how long.")),
        ("office-money-reminders", _("Reminders"), _("Whom to remind today, and who was reminded.")),
        ("office-money-fines", _("Fines and yearly charges"), _("What the handbook adds for late payment.")),
        ("office-money-disputes", _("Disputes"), _("Lines that a club says are wrong.")),
        ("office-money-decisions", _("Decisions of two people"), _("Tariffs, credit notes, waivers and refunds.")),
        ("office-money-shares", _("Shares of regions"), _("What is collected for a region, and paid out to it.")),
        ("office-money-balances", _("Balances"), _("What the journal comes to, and what the bank says.")),
        ("office-money-exports", _("Exports"), _("The journal and the invoices for your accounting program.")),
        ("office-money-details", _("What documents say of us"), _("Tax number, bank, and where to ask.")),
    ]
    return [Place(reverse(name), words, about) for name, words, about in listed]


def run_words(kind: str) -> str:
    """Name a kind of run."""
    return str(RUNS[Run(kind)])


def rehearsal_address(run: Run, until: date, day: date) -> str:
    """Say where a run is rehearsed."""
    query = {"run": str(run), "until": until.isoformat(), "day": day.isoformat()}
    return f"{reverse('office-money-rehearsal')}?{urlencode(query)}"


def _runs(found: tuple[WaitingRun, ...]) -> list[Need]:
    listed = []
    for each in found:
        told = {"run": run_words(each.asked.run), "day": formatting.day(each.asked.until)}
        count = ngettext("%(count)d document", "%(count)d documents", each.documents) % {"count": each.documents}
        listed.append(
            Need(
                _("%(run)s: everything until %(day)s") % told,
                f"{count}, {amounts.shown(each.gross)}",
                rehearsal_address(each.asked.run, each.asked.until, each.asked.day),
                _("Rehearse"),
            )
        )
    return listed


def _needs(found: Waiting, fines: int) -> list[Need]:
    listed = [
        (
            found.proposals,
            ngettext("%(count)d decision to confirm", "%(count)d decisions to confirm", found.proposals),
            _("One person has proposed it. Somebody else confirms or refuses it."),
            "office-money-decisions",
        ),
        (
            found.disputes,
            ngettext("%(count)d dispute to answer", "%(count)d disputes to answer", found.disputes),
            _("No fine and no reminder counts the line until you answer."),
            "office-money-disputes",
        ),
        (
            found.missing,
            ngettext("%(count)d charge without an amount", "%(count)d charges without an amount", found.missing),
            _("No invoice takes them. Enter a tariff from their day and charge them, or let two people waive them."),
            "office-money-charges",
        ),
        (
            found.licences,
            ngettext("%(count)d licence to settle", "%(count)d licences to settle", found.licences),
            _("Its event is over. Say what was played."),
            "office-money-licences",
        ),
        (
            found.overdue,
            ngettext("%(count)d overdue invoice", "%(count)d overdue invoices", found.overdue),
            _("Past the day on which it was to be paid."),
            "office-money-debtors",
        ),
        (
            found.reminders,
            ngettext("%(count)d reminder to send", "%(count)d reminders to send", found.reminders),
            _("Look at the list. Nothing is sent before you confirm it."),
            "office-money-reminders",
        ),
        (
            fines,
            ngettext("%(count)d fine to charge", "%(count)d fines to charge", fines),
            _("For late files and overdue accounts. Nothing is charged before you confirm it."),
            "office-money-fines",
        ),
        (
            found.on_account,
            ngettext("%(count)d account in credit", "%(count)d accounts in credit", found.on_account),
            _("Money that is matched to no invoice. It counts for the next one, or is refunded."),
            "office-money-debtors",
        ),
    ]
    return [
        Need(words % {"count": count}, about, reverse(name), _("Look at them"))
        for count, words, about, name in listed
        if count
    ]


class Begin(Plain):
    """From which day on the federation charges."""

    begins = confirm_form.day(
        gettext_lazy("First day"),
        gettext_lazy("What is processed before this day costs nothing here."),
        missing=gettext_lazy("Enter the first day"),
    )
    unpriced = forms.BooleanField(
        label=gettext_lazy("Begin although some amounts are missing"),
        help_text=gettext_lazy("Charges are kept without an amount until a tariff has one, or two people waive them."),
        required=False,
    )

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        if not tariffs.without_amount(access.today()):
            del self.fields["unpriced"]


@decorators.form
def begin(request: HttpRequest) -> HttpResponse:
    """Begin to charge."""
    page = Ask(
        _("Begin to charge with Overtrick"),
        _("Begin to charge"),
        base.crumbs(),
        lead=_("From this day on everything that your handbook charges for is counted, invoiced and accounted for."),
        template="office/money/begin.html",
        more={"missing": [english(each.words) for each in tariffs.without_amount(access.today())]},
    )

    def do(given: Answers) -> Done:
        moneybook.begin(given["begins"], unpriced=given.get("unpriced", False), **access.acting(request))
        return Done(_("The federation charges with Overtrick now."), reverse("office-money"))

    def foresee(given: Answers) -> list[str]:
        moneybook.check_amounts(given["begins"], unpriced=given.get("unpriced", False))
        follows = [_("Every submission, member and licence from this day on makes its charges.")]
        if missing := [each.words for each in tariffs.without_amount(given["begins"])]:
            words = _("These are charged without an amount until you enter one: %(charges)s.")
            follows.append(words % {"charges": "; ".join(missing)})
        if moneybook.charges_by_day_of_play(given["begins"]):
            follows.append(
                _(
                    "What was played earlier and is processed from this day on is charged at the amounts of its day of "
                    "play. Let the tariff begin early enough."
                )
            )
        return [*follows, _("The first day stays as it is.")]

    return confirm_form.ask(request, Begin(parameters.posted(request)), page, do, foresee)


def crumb(words: str, name: str) -> Crumb:
    """Give a step of the way to a page."""
    return Crumb(words, reverse(name))
