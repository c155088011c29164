"""Points or a rank from elsewhere for a player: applied for, decided, and proposed for the book."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.handbooks import questions
from overtrick.handbooks.applications import Kind
from overtrick.handbooks.questions import Question, Takes
from overtrick.register.applications import brought_points
from overtrick.register.applications.models import Application
from overtrick.register.errors import Refused
from overtrick.register.people.models import Player
from overtrick.web import access, parameters
from overtrick.web.accounts import password_again
from overtrick.web.design.english import english
from overtrick.web.design.question_form import QuestionForm
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Done
from overtrick.web.office.player_lookup import find, way


class GrantForm(QuestionForm):
    """What the player tells, what the office decides, and why."""

    reason = confirm_form.reason(gettext_lazy("What you saw, and who decided. Players can read it."))

    def __init__(self, kind: Kind, handbook: str, *args: object) -> None:
        self._told = [each for each in kind.questions if each.takes is not Takes.PAPER]
        self._stated = kind.states
        super().__init__([*self._told, *self._stated], handbook, {}, *args)
        self.order_fields([*(each.name for each in self.asked), "reason"])

    def clean(self) -> Answers:
        """Keep what matters in the form that is kept; ask for what is missing."""
        given: Answers = super().clean() or {}
        for name, asked in (("told", self._told), ("stated", self._stated)):
            given[name] = self._kept(asked)
        return given

    def _kept(self, asked: tuple[Question, ...] | list[Question]) -> dict[str, str]:
        kept: dict[str, str] = {}
        for each in asked:
            value = self.cleaned_data.get(each.name)
            try:
                kept[each.name] = each.kept(str(value or ""))
            except ValueError as why:
                self.add_error(each.name, english(why))
        relevant = {each.name for each in questions.relevant(asked, kept)}
        for each in questions.missing(asked, kept):
            if each.name not in self.errors:
                self.add_error(each.name, _("Answer this: %(question)s") % {"question": each.asks})
        return {name: said for name, said in kept.items() if said and name in relevant}


def _kind() -> Kind:
    found = brought_points.kind_on(access.today())
    if found is None:
        raise Http404
    return found


@decorators.form
def grant(request: HttpRequest, number: str) -> HttpResponse:
    """Grant what a player brings from elsewhere; another person confirms the entries."""
    player, kind = find(number), _kind()
    form = GrantForm(kind, access.federation(request).handbook, parameters.posted(request))
    page = Ask(
        english(f"{kind.title}: {player}"),
        _("Grant it and propose the points"),
        way(player),
        lead=_("Apply for a player who asked you, and decide. Somebody else in the office must confirm the points."),
        by_two=True,
        template="office/grant.html",
        more={"player": player, "waiting": brought_points.waiting(player, access.now())},
    )

    def foresee(given: Answers) -> list[str]:
        found = brought_points.foresee(player, given["told"], given["stated"], access.today())
        if not found.units:
            raise brought_points.nothing(found.working)
        listed = [str(english(each.says)) for each in (found.conditions.failed if found.conditions else ())]
        points = [formatting.plain_points(colour, units) + " " + _(colour) for colour, units in found.units.items()]
        listed.append(_("Proposed: %(points)s.") % {"points": ", ".join(points)})
        return listed

    def do(given: Answers) -> Done:
        typed = {each: _as_typed(kind, each, said) for each, said in {**given["told"], **given["stated"]}.items()}
        told = {each: said for each, said in typed.items() if each in given["told"]}
        stated = {each: said for each, said in typed.items() if each in given["stated"]}
        who, at = access.actor(request), access.now()
        brought_points.grant_and_propose(
            player, told, stated, given["reason"], actor=who, at=at, shown=password_again.SHOWN
        )
        return Done(_("Granted and proposed. Somebody else in the office must confirm it."), _corrections())

    return confirm_form.ask(request, form, page, do, foresee)


def _as_typed(kind: Kind, name: str, kept: str) -> str:
    """Give a kept answer as somebody would type it: an amount with its decimals."""
    asked = next(each for each in (*kind.questions, *kind.states) if each.name == name)
    return asked.shown(kept) if asked.takes is Takes.AMOUNT else kept


def _corrections() -> str:
    return reverse("office-corrections")


@decorators.act
def propose(request: HttpRequest, number: str, application: int) -> HttpResponse:
    """Propose the points of an application that was granted."""
    player: Player = find(number)
    found = get_object_or_404(Application, pk=application, player__in=[player.pk])
    if asks := password_again.ask(request):
        return asks
    try:
        brought_points.propose(found, access.actor(request), access.now(), shown=password_again.SHOWN)
    except Refused as refused:
        messages.error(request, english(refused))
        return redirect("office-player-grant", number)
    messages.success(request, _("Proposed. Somebody else in the office must confirm it."))
    return redirect(_corrections())
