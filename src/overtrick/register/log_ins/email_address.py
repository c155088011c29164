"""Changes the e-mail address of an account: the new address confirms it by a link, the old one is told."""

from __future__ import annotations

from datetime import datetime

from overtrick.register import transactions
from overtrick.register.accounts import links
from overtrick.register.accounts.models import Link, User
from overtrick.register.audit import trail
from overtrick.register.log_ins import handover
from overtrick.register.log_ins.handover import NoMail
from overtrick.register.log_ins.open_account import need_free
from overtrick.register.mail import outbox
from overtrick.register.organisations import contact_details
from overtrick.register.people import contacts
from overtrick.register.scoping import current


def ask(user: User, email: str, language: str, at: datetime) -> None:
    """Send a link to the new address; until it is used the old one stays."""
    if not outbox.server().is_set_up:
        raise NoMail(
            "We cannot send mail from here, so nobody could confirm the address.",
            "Ask the office.",
            code="mail-not-set-up",
        )
    contact_details.check_email(email)
    need_free(email, user)
    with transactions.atomic():
        Link.objects.filter(user=user, purpose=Link.Purpose.EMAIL, ended_at=None).update(ended_at=at)
        made = links.make(user, Link.Purpose.EMAIL, at, handover.IN_LETTER, email)
        handover.write(user, email, "new_address", made, language or user.language, at)


def confirm(secret: str, at: datetime) -> User:
    """Take the new address, and tell the old one. A player's address on file changes with it."""
    with transactions.atomic():
        link = links.use(secret, at)
        if link.purpose != Link.Purpose.EMAIL:
            raise links.LinkEnded
        user, old = link.user, link.user.email
        need_free(link.email, user)
        before = {"email": contact_details.masked(old)}
        if user.username == old and not User.objects.filter(username__iexact=link.email).exclude(pk=user.pk).exists():
            user.username = link.email
        user.email = link.email
        user.save(update_fields=["username", "email"])
        if user.player is not None and user.player.federation_id == current().pk:
            contacts.change_email(user.player, link.email, actor=user, at=at)
        trail.record(user, "account.email", user, before, {"email": contact_details.masked(link.email)}, at=at)
        if old and old.casefold() != link.email.casefold():
            _tell(user, old, link, at)
    return user


def _tell(user: User, old: str, link: Link, at: datetime) -> None:
    language = user.language or next(iter(current().languages), "en")
    facts = {"name": handover.name_of(user), "address": contact_details.masked(link.email)}
    outbox.queue(current(), f"old_address {link.seed}", old, "old_address", language, at, **facts)
