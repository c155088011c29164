"""A person's data: the file of everything that is kept, and the proposal to erase the person."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from overtrick.register import person_export
from overtrick.register.audit import trail
from overtrick.register.erasing import erase, preview
from overtrick.register.erasing.traces import traces_of
from overtrick.register.people.models import Player
from overtrick.web import access, parameters
from overtrick.web.accounts import confirm as confirm_person
from overtrick.web.accounts import password_again
from overtrick.web.design.downloads import attached
from overtrick.web.office import confirm_form, decorators
from overtrick.web.office.confirm_form import Answers, Ask, Done
from overtrick.web.office.player_lookup import find, way


@decorators.form
def export(request: HttpRequest, number: str) -> HttpResponse:
    """Give the office everything that is kept about a player, to answer a request; the password is asked for."""
    found = find(number)
    if request.method == "POST" and (asks := confirm_person.ask(request)):
        return asks
    page = Ask(
        _("Export all that is kept about %(player)s") % {"player": found},
        _("Download the file"),
        way(found),
        lead=_("Make sure who is asking before you hand the file over. The audit keeps that you made it."),
        checked=False,
    )

    def do(given: Answers) -> HttpResponse:
        trail.record(access.actor(request), "person.export", found, None, None, given["reason"], at=access.now())
        return attached(f"{found.number}.json", person_export.export(found).encode())

    form = confirm_form.Why(_("Who asked for it, and how you know who they are."), parameters.posted(request))
    return confirm_form.ask(request, form, page, do)


@decorators.form
def erase_person(request: HttpRequest, number: str) -> HttpResponse:
    """Show what erasing a player would take away and what would stay, and propose it."""
    found = find(number)
    page = Ask(
        _("Erase %(player)s") % {"player": found},
        _("Propose to erase this person"),
        way(found),
        lead=_("For somebody who asks to be forgotten. Nobody can undo it. Somebody else must confirm it."),
        warn=True,
        by_two=True,
    )

    def do(given: Answers) -> Done:
        who, at = access.actor(request), access.now()
        proposal = erase.propose(found, given["reason"], who, at, shown=password_again.SHOWN)
        said = _("Proposed. Somebody else in the office must confirm it.")
        return Done(said, reverse("office-correction", args=[proposal.pk]))

    def foresee(given: Answers) -> list[str]:
        erase.check_proposal(found, given["reason"], access.today())
        return list(consequences(found))

    form = confirm_form.Why(_("Who asked for it. Leave the name out: the reason stays."), parameters.posted(request))
    return confirm_form.ask(request, form, page, do, foresee)


def consequences(player: Player) -> Iterator[str]:
    """Say in sentences what erasing a player takes away, and what stays."""
    seen = preview.preview(traces_of(player))
    yield _("The name becomes “%(name)s”. The number stays and is never given out again.") % {"name": seen.pseudonym}
    yield _("The day of birth, the e-mail address and all notes are deleted. The player is hidden from the public.")
    if seen.account:
        yield _("The account %(name)s ends, and nothing of it can be read any more.") % {"name": seen.account}
    if seen.letters:
        yield ngettext("%(n)s letter is deleted.", "%(n)s letters are deleted.", seen.letters) % {"n": seen.letters}
    if seen.threads:
        yield ngettext(
            "The words of %(n)s question about an award are deleted.",
            "The words of %(n)s questions about awards are deleted.",
            seen.threads,
        ) % {"n": seen.threads}
    if seen.held:
        yield ngettext(
            "%(n)s credit that is held is given up.", "%(n)s credits that are held are given up.", seen.held
        ) % {"n": seen.held}
    yield ngettext(
        "The results of %(n)s event show the new name.", "The results of %(n)s events show the new name.", seen.events
    ) % {"n": seen.events}
    if seen.files:
        yield ngettext(
            "%(n)s file that a club sent is emptied. Its results stay.",
            "%(n)s files that clubs sent are emptied. Their results stay.",
            seen.files,
        ) % {"n": seen.files}
    yield _("What the audit says about the player is deleted. That it was deleted, by whom and why, stays.")
    yield ngettext(
        "%(n)s entry of the book stays, with its points.",
        "%(n)s entries of the book stay, with their points.",
        seen.entries,
    ) % {"n": seen.entries}
    for reason in seen.reasons:
        yield _("This reason stands in the book and stays: “%(reason)s”") % {"reason": reason}
    yield _("Backups made before still hold everything. Delete them when you no longer need them.")
