"""Pages that publish a report about a proposal, and withdraw it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.lab.report import report as reports
from overtrick.lab.report.report import Report
from overtrick.register.papers.letterhead import letterhead
from overtrick.register.papers.render import render
from overtrick.register.rule_reports import publish as register
from overtrick.register.rule_reports.models import RuleReport
from overtrick.register.rule_reports.publish import NewReport
from overtrick.web import access, parameters
from overtrick.web.design.forms import Plain
from overtrick.web.lab import paper
from overtrick.web.lab.base import equipped, way
from overtrick.web.lab.pages import asked_in, report_of
from overtrick.web.office import confirm_form, decorators
from overtrick.web.office.confirm_form import Answers, Ask, Crumb, Done

PDF, DATA = "report.pdf", "report.json"
_NO_NAMES = gettext_lazy("Everybody can read it. Do not write a person’s name.")


@decorators.form
@equipped
def publish(request: HttpRequest, number: int, days: str, made: str, some: str) -> HttpResponse:
    """Publish what came of a season, without names and small groups."""
    asked = asked_in(days, made, number, some)
    report = report_of(request, asked)
    back = Crumb(report.title, reverse("office-proposal-result", args=asked.address))

    def beside(published: RuleReport) -> bool:
        return not report.can_be_subtracted(_published(published))

    def foresee(_given: Answers) -> list[str]:
        if not register.standing().filter(inputs=report.inputs, digest=report.digest).exists():
            register.see_beside(beside)
        return _follows(report)

    def do(_given: Answers) -> Done:
        federation = access.federation(request)
        drawn = render([paper.paper(report)], letterhead(federation), access.today())
        new = NewReport(report.title, report.says, report.inputs, report.digest, _files(report) | {PDF: drawn})
        kept = register.publish(federation, new, beside=beside, actor=access.actor(request), at=access.now())
        return Done(_("The report is published."), reverse("rule-report", args=[kept.number]))

    page = Ask(
        _("Publish this result"),
        _("Publish the report"),
        [*way(), back],
        lead=_("The report gets an address of its own. It cannot be changed, only withdrawn."),
    )
    return confirm_form.ask(request, Plain(parameters.posted(request)), page, do, foresee)


def _published(found: RuleReport) -> Report:
    """Read a report as it was published."""
    written = register.file(found, DATA)
    assert written is not None  # noqa: S101 - every report has it
    return reports.read(written.decode())


def _files(report: Report) -> dict[str, bytes]:
    from overtrick.lab.report.write import files  # noqa: PLC0415 - an extra that few offices install

    return files(report)


def _follows(report: Report) -> list[str]:
    return [
        report.says,
        _("Everybody can read it: what was proposed, the charts and tables, and files to download."),
        _("It has no player, and no group of fewer than five."),
        _(
            "All published reports about the same days are about the same events, so that nobody can subtract one from "
            "another. Consider that somebody may have a copy of a report that was withdrawn."
        ),
        _("The title and who asked are shown as they are: %(title)s. %(asked)s")
        % {"title": report.title, "asked": report.asked_by},
    ]


@decorators.form
def withdraw(request: HttpRequest, number: int) -> HttpResponse:
    """Withdraw a published report; its address then says so."""
    found = get_object_or_404(RuleReport.objects.filter(withdrawal=None), number=number)
    address = reverse("rule-report", args=[number])

    def do(given: Answers) -> Done:
        register.withdraw(found, given["reason"], actor=access.actor(request), at=access.now())
        return Done(_("The report is withdrawn."), address)

    page = Ask(_("Withdraw this report"), _("Withdraw the report"), [*way(), Crumb(found.title, address)], warn=True)
    form = confirm_form.Why(str(_NO_NAMES), parameters.posted(request))
    follows = [_("Its address says that it was withdrawn, when and why. Its files can no longer be downloaded.")]
    return confirm_form.ask(request, form, page, do, follows)
