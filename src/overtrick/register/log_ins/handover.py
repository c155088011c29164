"""Hands somebody a one-time link: by mail, or to whoever asked for it where no mail is set up."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import override

from overtrick.register.accounts import links
from overtrick.register.accounts.models import Link, User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.mail import outbox
from overtrick.register.organisations.models import Officer
from overtrick.register.scoping import current, scopes_disabled

#: How long a link lasts: in the hand of somebody, in a letter, in an invitation to an officer and to a member.
IN_HAND, IN_LETTER, OFFICER, MEMBER = links.HOUR, links.DAY, 7 * links.DAY, 30 * links.DAY


class NoMail(Refused):
    """No mail is set up, or the account has no address."""


class ElsewhereToo(Refused):
    """The account acts in another federation as well."""


class Handover(NamedTuple):
    """How the link reaches its person."""

    until: datetime
    mailed_to: str = ""
    address: str = ""  #: the link itself, where it is not mailed: shown once, kept nowhere


def by_mail(
    user: User, kind: str, lasts: timedelta, *, language: str = "", actor: User | None, at: datetime, **facts: str
) -> Handover:
    """Send somebody a link for choosing a password, in a letter of a kind."""
    to = user.email
    if not outbox.server().is_set_up:
        raise NoMail("No mail is set up here.", "Print the link and hand it over.", code="mail-not-set-up")
    if not to:
        raise NoMail(
            f"We have no e-mail address of {name_of(user)}.",
            "Print the link and hand it over.",
            code="no-email-address",
        )
    made = _made(user, lasts, actor, at, mailed=True)
    write(user, to, kind, made, user.language or language, at, **facts)
    return Handover(made.expires_at, mailed_to=to)


def in_hand(user: User, *, lasts: timedelta = IN_HAND, actor: User | None, at: datetime) -> Handover:
    """Make a link for choosing a password that somebody hands over."""
    made = _made(user, lasts, actor, at, mailed=False)
    return Handover(made.expires_at, address=links.address(current(), made.seed))


def write(user: User, to: str, kind: str, link: Link, language: str, at: datetime, **facts: str) -> None:
    """Queue the letter that carries a link; where nobody knows its language, in the federation's."""
    language = language or next(iter(current().languages), "en")
    with override(language):
        until = f"{date_format(link.expires_at, 'j F Y, H:i')} UTC"
    key = f"{kind} {link.seed}"
    outbox.queue(current(), key, to, kind, language, at, link=link.seed, name=name_of(user), until=until, **facts)


def name_of(user: User) -> str:
    """Name somebody as a letter does."""
    return user.get_full_name() or user.username


def account_name(user: User) -> str:
    """Name an account as its person logs in."""
    return user.email if user.player is None else user.player.number


def need_only_here(user: User) -> None:
    """Refuse to touch the account of somebody who also acts, or plays, in another federation."""
    here = current()
    with scopes_disabled():
        elsewhere = Officer.objects.filter(user=user).exclude(organisation__federation=here).exists()
        plays_elsewhere = user.player is not None and user.player.federation_id != here.pk
    if elsewhere or plays_elsewhere:
        found = f"The account of {name_of(user)} is also used in another federation."
        raise ElsewhereToo(found, "End the roles here one by one.", code="account-used-elsewhere")


def _made(user: User, lasts: timedelta, actor: User | None, at: datetime, *, mailed: bool) -> Link:
    if user.is_service:
        raise Refused(
            f"{name_of(user)} is a program.", "A program does not log in: it has a token.", code="is-a-program"
        )
    if not user.is_active:
        found = f"The account of {name_of(user)} is {'ended' if user.ended_on else 'locked'}."
        raise Refused(found, "Appoint them again." if user.ended_on else "Unlock it first.", code="account-closed")
    purpose = Link.Purpose.PASSWORD if user.has_usable_password() else Link.Purpose.INVITATION
    made = links.make(user, purpose, at, lasts)
    told = {"purpose": purpose, "until": made.expires_at, "mailed": mailed}
    trail.record(actor, "account.link", user, None, told, at=at)
    return made
