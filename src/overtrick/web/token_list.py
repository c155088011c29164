"""Tokens as pages show them: a list with what each may do in plain words, and the form for a new one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from overtrick.register.tokens import issue
from overtrick.register.tokens.issue import Asked
from overtrick.register.tokens.models import Token
from overtrick.register.tokens.scopes import Scope, read
from overtrick.register.tokens.tasks import NOTICE
from overtrick.web.design.forms import Plain
from overtrick.web.office import formatting

SCOPE_WORDS = {
    Scope.PLAYERS_READ: _("Look players up by number or name"),
    Scope.PLAYERS_FILE: _("Keep a copy of the national player file"),
    Scope.RECORD_READ: _("Read my own record"),
    Scope.RESULTS_READ: _("See results and what became of them"),
    Scope.RESULTS_WRITE: _("Send, submit and correct results"),
    Scope.CLUB_READ: _("See quotas, licences and the account"),
    Scope.MEMBERS_READ: _("See the list of members"),
    Scope.WEBHOOKS_WRITE: _("Choose where news about results is sent"),
}
_DAYS = ((30, _("30 days")), (90, _("90 days")), (issue.USUAL_DAYS, _("180 days")), (issue.MOST_DAYS, _("400 days")))


class TokenRow(NamedTuple):
    """A token on a list."""

    token: Token
    may: list[str]
    made_by: str
    used: str  #: empty: never
    expires: str
    state: str  #: "works", "soon", "expired" or "ended"


class NewToken(Plain):
    """A name for the program, what it may do, and how long."""

    name = forms.CharField(
        label=_("Which program or computer is it for?"),
        help_text=_("For example: ScoreBridge, laptop in the card room"),
        max_length=issue.LONGEST_NAME,
        error_messages={"required": _("Name the program or the computer")},
    )
    scopes = forms.MultipleChoiceField(
        label=_("What may it do?"),
        help_text=_("Tick only what the program needs."),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick at least one thing")},
    )
    days = forms.TypedChoiceField(
        label=_("How long is it to work?"),
        help_text=_("We tell you 14 days before it stops."),
        choices=_DAYS,
        coerce=int,
        error_messages={"required": _("Choose how long it is to work")},
    )

    def __init__(self, offered: Collection[Scope], sent: object, asked: Any = None) -> None:  # noqa: ANN401 - a form's
        super().__init__(sent, initial={"days": issue.USUAL_DAYS, **(asked or {})})
        choices = [(each.value, SCOPE_WORDS[each]) for each in Scope if each in offered]
        self.fields["scopes"].choices = choices  # type: ignore[attr-defined]

    def asked(self) -> Asked:
        """Give what was asked for."""
        given = self.cleaned_data
        return Asked(given["name"], [Scope(each) for each in given["scopes"]], given["days"])


def from_address(request: HttpRequest) -> dict[str, object]:
    """Read what a platform's link asks for: ?name=RealBridge&scopes=results:write."""
    named = read(request.GET.get("scopes", "").replace(",", " ")[:200])
    return {"name": request.GET.get("name", "")[: issue.LONGEST_NAME], "scopes": [each.value for each in named]}


def rows(tokens: Iterable[Token], at: datetime) -> list[TokenRow]:
    """List tokens, those that work first."""
    found = [_row(each, at) for each in tokens]
    return sorted(found, key=lambda each: each.state in ("expired", "ended"))


def unkept(answer: HttpResponse) -> HttpResponse:
    """Let nobody keep a page that shows a token or a code."""
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _row(token: Token, at: datetime) -> TokenRow:
    use = getattr(token, "use", None)
    return TokenRow(
        token,
        [str(SCOPE_WORDS[each]) for each in Scope if each in read(token.scopes)],
        formatting.who(token.made_by),
        formatting.day(use.day) if use else "",
        formatting.day(token.expires_at.date()),
        _state(token, at),
    )


def _state(token: Token, at: datetime) -> str:
    if token.ended_at is not None or not token.user.is_active:
        return "ended"
    if token.expires_at <= at:
        return "expired"
    return "soon" if token.expires_at <= at + NOTICE else "works"
