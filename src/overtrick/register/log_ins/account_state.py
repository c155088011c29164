"""Locks, unlocks and ends accounts. Whoever is locked or has ended is logged out everywhere at once."""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from overtrick.register import transactions
from overtrick.register.accounts import links
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.log_ins import handover
from overtrick.register.log_ins.handover import Handover
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need

_AUDITED = ("is_active", "ended_on")


class NotSo(Refused):
    """The account is locked, open or ended already."""


class EndedAccount(NamedTuple):
    """What ended, and what stays."""

    offices: list[Officer]
    later_acts: int  #: done by the person after that day


def new_link(user: User, *, mail: bool, actor: User | None, at: datetime) -> Handover:
    """Give somebody a link for choosing a password: in a letter, or in the hand of whoever asks."""
    need(actor, Action.OFFICERS, None, at)
    handover.need_only_here(user)
    with transactions.atomic():
        if mail:
            account = handover.account_name(user)
            return handover.by_mail(user, "password", handover.IN_LETTER, actor=actor, at=at, account=account)
        return handover.in_hand(user, actor=actor, at=at)


def lock(user: User, *, actor: User | None, at: datetime, reason: str = "") -> None:
    """Let somebody log in no more until the account is unlocked. Their roles stay."""
    need(actor, Action.OFFICERS, None, at)
    handover.need_only_here(user)
    with transactions.atomic():
        user = _held(user)
        if not user.is_active:
            found = f"The account of {handover.name_of(user)} is {_state(user)} already."
            raise NotSo(found, "There is nothing to do.", code="account-closed")
        officers.need_another(user, at.date(), stays=True)
        told = trail.changed(user, *_AUDITED, is_active=False, epoch=user.epoch + 1)
        links.end_all(user, at)
        trail.record(actor, "account.lock", user, *told, reason, at=at)


def unlock(user: User, *, actor: User | None, at: datetime, reason: str = "") -> None:
    """Let somebody log in again, with the password they had. What has ended stays ended."""
    need(actor, Action.OFFICERS, None, at)
    handover.need_only_here(user)
    with transactions.atomic():
        user = _held(user)
        if user.is_active:
            raise NotSo(
                f"The account of {handover.name_of(user)} is not locked.",
                "There is nothing to do.",
                code="account-not-locked",
            )
        if user.ended_on is not None:
            raise NotSo(
                f"The account of {handover.name_of(user)} ended on {user.ended_on}.",
                "Appoint them again.",
                code="account-ended",
            )
        told = trail.changed(user, *_AUDITED, is_active=True)
        trail.record(actor, "account.unlock", user, *told, reason, at=at)


def end(user: User, last_day: date, *, actor: User | None, at: datetime, reason: str = "") -> EndedAccount:
    """Close an account: its roles end with a day, today or past, and nobody logs in with it from now on."""
    need(actor, Action.OFFICERS, None, at)
    handover.need_only_here(user)
    with transactions.atomic():
        user = _held(user)
        if user.ended_on is not None:
            raise NotSo(
                f"The account of {handover.name_of(user)} ended on {user.ended_on}.",
                "There is nothing to do.",
                code="account-ended",
            )
        ended = officers.dismiss_all(user, last_day, actor=actor, at=at, reason=reason)
        told = trail.changed(user, *_AUDITED, is_active=False, ended_on=last_day, epoch=user.epoch + 1)
        links.end_all(user, at)
        trail.record(actor, "account.end", user, *told, reason, at=at)
    return EndedAccount(ended, trail.later_acts(user, last_day).count())


def reopen(user: User, *, actor: User | None, at: datetime) -> None:
    """Open an account again that has ended, for somebody who is appointed again; a lock stays a lock."""
    if user.ended_on is not None:
        told = trail.changed(user, *_AUDITED, is_active=True, ended_on=None)
        trail.record(actor, "account.reopen", user, *told, at=at)


def _held(user: User) -> User:
    return User.objects.select_for_update(no_key=True, of=("self",)).get(pk=user.pk)


def _state(user: User) -> str:
    return "locked" if user.ended_on is None else "ended"
