"""Who can log in: the accounts of the federation, and what the office can do with one."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from django import forms
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.federations import numbers
from overtrick.register.log_ins import account_state
from overtrick.register.mail import outbox
from overtrick.register.organisations import roles
from overtrick.register.organisations.models import Officer
from overtrick.register.people import sight
from overtrick.web import access, parameters
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import Cell, Table
from overtrick.web.office import confirm_form, decorators, formatting, link_page
from overtrick.web.office.audit_actions import act_words
from overtrick.web.office.confirm_form import Answers, Ask, Crumb, Done
from overtrick.web.office.officers import later_acts
from overtrick.web.office.organisations import LastDay

#: So many accounts are listed on the page; a download has all of them.
_MOST = 200


def visible(request: HttpRequest) -> QuerySet[User]:
    """Give the accounts of people who act or play in this federation."""
    here = access.federation(request)
    officers = Officer.objects.values("user")
    known = Q(pk__in=officers) | Q(player__federation=here)
    return User.objects.filter(known, is_service=False).select_related("player")


@decorators.page
def accounts(request: HttpRequest) -> HttpResponse:
    """List who can log in; a name, a number or an address narrows the list."""
    asked = parameters.search(request.GET, "q")
    rows = visible(request).order_by("last_name", "first_name", "username")
    for word in asked.split():
        named = (
            Q(first_name__icontains=word)
            | Q(last_name__icontains=word)
            | Q(username__icontains=word)
            | Q(email__icontains=word)
        )
        known = Q(player=None) | Q(player__club_only=False) | Q(pk__in=Officer.objects.values("user"))
        rows = rows.filter(named & known | Q(player__number=numbers.key(access.federation(request), word)))
    officers = set(Officer.objects.values_list("user", flat=True))
    columns = [_("Name"), _("E-mail address"), _("Player"), _("State"), _("Last log-in")]
    cells = [
        [
            Cell(name_of(each, officers), link=reverse("office-account", args=[each.pk])),
            Cell("" if _is_hidden(each, officers) else each.email),
            Cell(each.player.number if each.player else ""),
            Cell(state(each)),
            formatting.moment_cell(each.last_login),
        ]
        for each in (rows if "as" in request.GET else rows[:_MOST])
    ]
    table = Table(_("Accounts"), columns, cells, request)
    context = {
        "table": table,
        "asked": asked,
        "full": len(cells) == _MOST,
        "most": _MOST,
        "can_send": outbox.server().is_set_up,
    }
    return table.download(request) or render(request, "office/accounts.html", context)


def state(user: User) -> str:
    """Say whether somebody can log in."""
    if user.ended_on is not None:
        return _("ended on %(day)s") % {"day": formatting.day(user.ended_on)}
    if not user.is_active:
        return _("locked")
    return _("open") if user.has_usable_password() else _("no password yet")


def _is_hidden(user: User, officers: Collection[int]) -> bool:
    """Say whether an account is of somebody known to the club alone; an officer acts under the own name."""
    return user.player is not None and user.player.club_only and user.pk not in officers


def name_of(user: User, officers: Collection[int] | None = None) -> str:
    """Name whose account it is, as the office may know them."""
    acting = Officer.objects.filter(user=user).values_list("user", flat=True) if officers is None else officers
    if user.player is not None and _is_hidden(user, acting):
        return str(sight.for_office(user.player))
    return formatting.who(user)


@decorators.page
def account(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an account: whose it is, what they may do, and what was done with it."""
    found = get_object_or_404(visible(request), pk=pk)
    context = {
        "account": found,
        "who": name_of(found),
        "hidden": _is_hidden(found, Officer.objects.filter(user=found).values_list("user", flat=True)),
        "state": state(found),
        "last": formatting.moment(found.last_login),
        "offices": Officer.objects.filter(user=found).select_related("organisation").order_by("-begins", "-pk"),
        "acts": [
            (
                each,
                formatting.moment(each.at),
                name_of(found) if each.user == found else formatting.who(each.user),
                act_words(each.action),
            )
            for each in trail.about(found).select_related("user")[:15]
        ],
        "crumbs": [Crumb(_("Accounts"), reverse("office-accounts"))],
        "can_mail": _can_mail(found),
        "in_hand": _may_be_shown(found),
    }
    return render(request, "office/account.html", context)


def _can_mail(user: User) -> bool:
    return outbox.server().is_set_up and bool(user.email)


def _may_be_shown(user: User) -> bool:
    """Say whether a colleague may be shown a link for this account.

    Two people of the office confirm what one alone may not do. So nobody of the office may open a colleague's account.
    """
    return not (user.has_usable_password() and roles.is_office(user, access.today()))


def _page_of(user: User) -> str:
    return reverse("office-account", args=[user.pk])


def _way(user: User) -> list[Crumb]:
    return [Crumb(_("Accounts"), reverse("office-accounts")), Crumb(name_of(user), _page_of(user))]


class NotShown(Refused):
    """A link is not shown to this person."""


class Nothing(Plain):
    """A question without fields."""


class Reason(Plain):
    """Only why."""

    reason = confirm_form.reason(gettext_lazy("We record your name and the day."))


class PastDay(LastDay):
    """The last day of an account, which ends at once: today, or a day before."""

    def clean_last(self) -> date:
        """Refuse a day that has not come."""
        last: date = self.cleaned_data["last"]
        if last > access.today():
            raise forms.ValidationError(_("Enter today or a day before: the account ends at once"))
        return last


@decorators.form
def new_link(request: HttpRequest, pk: int) -> HttpResponse:
    """Send somebody a link for choosing a password, or show it to hand over."""
    found = get_object_or_404(visible(request), pk=pk)
    who = {"who": name_of(found)}
    mail = _can_mail(found)
    page = Ask(
        _("A new link for %(who)s") % who,
        _("Send the link") if mail else _("Show the link"),
        _way(found),
        lead=_("With it %(who)s chooses a new password. The old one works until then.") % who,
        checked=False,
    )

    def do(_given: Answers) -> Done | HttpResponse:
        if not mail and not _may_be_shown(found):
            raise NotShown(
                _("%(who)s is of the office, and no mail is set up for them.") % who,
                _("Run overtrick office account NAME --new-link on the server."),
                code="link-not-shown",
            )
        handed = account_state.new_link(found, mail=mail, actor=access.actor(request), at=access.now())
        done = Done(_("%(who)s has a new link.") % who, _page_of(found))
        return link_page.after(request, found, handed, done, _way(found))

    return confirm_form.ask(request, Nothing(parameters.posted(request)), page, do)


@decorators.form
def lock(request: HttpRequest, pk: int) -> HttpResponse:
    """Log somebody out everywhere, and let them log in no more."""
    found = get_object_or_404(visible(request), pk=pk)
    who = {"who": name_of(found)}
    page = Ask(_("Lock the account of %(who)s") % who, _("Lock this account"), _way(found), warn=True)

    def do(given: Answers) -> Done:
        account_state.lock(found, **access.signed(request, given["reason"]))
        return Done(_("The account of %(who)s is locked.") % who, _page_of(found))

    follows = [
        _("%(who)s is logged out everywhere and cannot log in until you unlock the account.") % who,
        _("Their roles stay. Links that they have not used are worth nothing."),
    ]
    return confirm_form.ask(request, Reason(parameters.posted(request)), page, do, follows)


@decorators.form
def unlock(request: HttpRequest, pk: int) -> HttpResponse:
    """Let somebody log in again."""
    found = get_object_or_404(visible(request), pk=pk)
    who = {"who": name_of(found)}
    page = Ask(_("Unlock the account of %(who)s") % who, _("Unlock this account"), _way(found))

    def do(given: Answers) -> Done:
        account_state.unlock(found, **access.signed(request, given["reason"]))
        return Done(_("%(who)s can log in again.") % who, _page_of(found))

    return confirm_form.ask(request, Reason(parameters.posted(request)), page, do)


@decorators.form
def end(request: HttpRequest, pk: int) -> HttpResponse:
    """End every role of somebody with a day, and the account at once."""
    found = get_object_or_404(visible(request), pk=pk)
    who = {"who": name_of(found)}
    page = Ask(_("End the account of %(who)s") % who, _("End this account"), _way(found), warn=True)

    def do(given: Answers) -> Done:
        account_state.end(found, given["last"], **access.signed(request, given["reason"]))
        return Done(_("The account of %(who)s has ended.") % who, _page_of(found))

    def foresee(given: Answers) -> list[str]:
        said = [_("%(who)s is logged out everywhere and cannot log in any more.") % who]
        ending = Officer.objects.filter(Q(ends=None) | Q(ends__gt=given["last"]), user=found)
        for each in ending.select_related("organisation"):
            words = {"role": _(each.role.capitalize()), "name": each.organisation, "day": formatting.day(given["last"])}
            said.append(_("Their role of %(role)s for %(name)s ends on %(day)s.") % words)
        return said + later_acts(found, given["last"])

    form = PastDay(parameters.posted(request), initial={"last": access.today()})
    return confirm_form.ask(request, form, page, do, foresee)
