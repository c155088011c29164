"""Who may see an application, change it, support it and decide it."""

from __future__ import annotations

from datetime import date, datetime

from django.db.models import Q, QuerySet

from overtrick.handbooks.applications import Decides
from overtrick.register.accounts.models import User
from overtrick.register.applications import cases
from overtrick.register.applications.models import Application
from overtrick.register.organisations.permissions import Action, may, visible_organisations
from overtrick.register.organisations.require import NotAllowed, need, need_office
from overtrick.register.organisations.roles import is_office, roles
from overtrick.register.people import identity
from overtrick.register.people.models import Player

_DRAFT = Q(state=Application.State.DRAFT)


def visible_to(user: User, on: date) -> QuerySet[Application]:
    """Give the applications that somebody may read on a day; the organisation above sees no drafts."""
    rows = Application.objects.select_related("organisation__parent", "player", "sent_by", "licence")
    rows = rows.order_by("-sent_at", "-pk")
    if is_office(user, on):
        return rows
    own = [each.organisation for each in roles(user, on)]
    mine = Q(organisation__in=own) | Q(organisation__in=visible_organisations(user, on).order_by()) & ~_DRAFT
    if user.player_id is not None:
        mine |= Q(player=user.player_id) | Q(player__kept=user.player_id) | Q(player__duplicates=user.player_id)
    return rows.filter(mine).distinct()


def need_applicant(application: Application, actor: User, at: datetime) -> None:
    """Refuse whoever does not act for the applicant."""
    if application.player is not None:
        need_player(application.player, actor, at)
    else:
        need(actor, Action.SUBMIT, application.organisation, at)


def need_player(player: Player, actor: User, at: datetime) -> None:
    """Refuse whoever is neither the player nor of the office."""
    if actor.player_id in identity.identities(player) or is_office(actor, at.date()):
        return
    raise NotAllowed(
        "This is another player's application.", "Log in with your own number.", code="not-your-application"
    )


def may_support(application: Application, user: User, on: date) -> bool:
    """Say whether somebody may speak for the organisation above."""
    return application.organisation is not None and may(user, Action.APPROVE, application.organisation, on)


def may_decide(application: Application, user: User, on: date) -> bool:
    """Say whether an application is somebody's to decide."""
    if is_office(user, on):
        return True
    above = cases.kind_of(application).decides is Decides.ABOVE
    return above and may_support(application, user, on)


def need_support(application: Application, actor: User, at: datetime) -> None:
    """Refuse whoever does not speak for the organisation above."""
    if not may_support(application, actor, at.date()):
        raise NotAllowed(
            f"{actor.username} may not speak for the organisation above.", "Ask its secretary.", code="not-allowed"
        )


def need_decider(application: Application, actor: User, at: datetime) -> None:
    """Refuse whoever may not decide."""
    if not may_decide(application, actor, at.date()):
        need_office(actor, at)
