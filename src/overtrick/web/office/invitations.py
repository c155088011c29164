"""Invite a player, or every member of the federation, to open an account."""

from __future__ import annotations

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.register.accounts.models import User
from overtrick.register.log_ins import invite_members
from overtrick.register.log_ins.handover import NoMail
from overtrick.register.log_ins.tasks import invite
from overtrick.register.mail import outbox
from overtrick.register.people import contacts
from overtrick.register.people.models import Player
from overtrick.register.tasks.queue import Order
from overtrick.web import access, parameters
from overtrick.web.club.invitations import tell
from overtrick.web.office import confirm_form, decorators
from overtrick.web.office.accounts import Nothing
from overtrick.web.office.confirm_form import Answers, Ask, Crumb, Done
from overtrick.web.office.player_lookup import find, page_of, way


@decorators.form
def invite_all(request: HttpRequest) -> HttpResponse:
    """Invite everybody who has an address and no account, as a task."""
    players = Player.objects.filter(kept=None)
    unusable = Q(password="") | Q(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    words = {
        "every": players.count(),
        "have": User.objects.filter(player__in=players).exclude(unusable).count(),
        "address": len(contacts.emails(access.today())),
    }
    said = _("Of %(every)d players %(have)d have an account and %(address)d an e-mail address on file.") % words
    page = Ask(
        _("Invite every member"),
        _("Send the invitations"),
        [Crumb(_("Accounts"), reverse("office-accounts"))],
        lead=said if outbox.server().is_set_up else _no_mail(),
        checked=False,
    )

    def do(_given: Answers) -> HttpResponse:
        _need_mail()
        at = access.now()
        title = _("Invite every member")
        order = Order(access.federation(request), access.actor(request), at, title, "members.invite")
        return redirect("task", invite.add(order, organisation=None, at=at.isoformat()).pk)

    return confirm_form.ask(request, Nothing(parameters.posted(request)), page, do)


@decorators.form
def invite_one(request: HttpRequest, number: str) -> HttpResponse:
    """Invite one player."""
    found = find(number)
    email = contacts.email_of(found, access.today())
    lead = _("The letter goes to %(email)s.") % {"email": email}
    if not email:
        lead = _("We have no e-mail address of %(who)s. Enter it, or print a code.") % {"who": found}
    page = Ask(
        _("Invite %(player)s to open an account") % {"player": found},
        _("Send the invitation"),
        way(found),
        lead=lead if outbox.server().is_set_up else _no_mail(),
        checked=False,
    )

    def do(_given: Answers) -> Done | HttpResponse:
        _need_mail()
        tell(request, found, invite_members.invite(found, actor=access.actor(request), at=access.now()))
        return redirect(page_of(found))

    return confirm_form.ask(request, Nothing(parameters.posted(request)), page, do)


def _no_mail() -> str:
    return _("No mail is set up, so we cannot send invitations. Clubs can print codes for their members.")


def _need_mail() -> None:
    if not outbox.server().is_set_up:
        raise NoMail(
            _("No mail is set up here."), _("The club can print a code for its members."), code="mail-not-set-up"
        )
