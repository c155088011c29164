"""What the first page of the office says of the last backup, the last verification, the mail and the certificate."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from overtrick.register.tasks.last_checks import Condition, State, What, conditions
from overtrick.web import access
from overtrick.web.office import formatting


class CheckLine(NamedTuple):
    """One thing, in words."""

    label: str
    words: str
    fault: str  #: as a program or a mail server put it, in English
    state: str

    @property
    def is_broken(self) -> bool:
        """Say whether somebody must do something now."""
        return self.state == State.BROKEN


def lines() -> list[CheckLine]:
    """Say how each thing is."""
    write = {What.BACKUP: _backup, What.VERIFY: _verify, What.MAIL: _mail, What.CERTIFICATE: _certificate}
    labels = {
        What.BACKUP: _("Backup"),
        What.VERIFY: _("Book check"),
        What.MAIL: _("Mail"),
        What.CERTIFICATE: _("Certificate of the website"),
    }
    found = conditions(access.now())
    return [CheckLine(labels[each.what], write[each.what](each), each.fault, each.state) for each in found]


def _backup(found: Condition) -> str:
    if found.fault:
        return _("The last one failed on %(at)s.") % {"at": formatting.moment(found.checked_at)}
    if found.held_at is None:
        return _("None has been made yet.")
    if found.state == State.BROKEN:
        return _("None has been made since %(at)s.") % {"at": formatting.moment(found.held_at)}
    return _("The last one was restored for proof on %(at)s.") % {"at": formatting.moment(found.held_at)}


def _verify(found: Condition) -> str:
    if found.fault:
        return _("The last one found problems on %(at)s.") % {"at": formatting.moment(found.checked_at)}
    if found.held_at is None:
        return _("The whole book has not been checked yet.")
    if found.state == State.BROKEN:
        return _("The whole book has not been checked since %(at)s.") % {"at": formatting.moment(found.held_at)}
    return _("Everything was in order on %(at)s.") % {"at": formatting.moment(found.held_at)}


def _mail(found: Condition) -> str:
    if not found.is_used:
        return _("No mail is set up.")
    if found.fault:
        return _("Letters do not leave.")
    if found.checked_at is None:
        return _("Nobody has looked yet.")
    if found.state == State.BROKEN:
        return _("No worker has looked since %(at)s.") % {"at": formatting.moment(found.checked_at)}
    return _("Letters leave.")


def _certificate(found: Condition) -> str:
    if not found.is_used:
        return _("The address of the office has no HTTPS.")
    if found.ends_at is None:
        return _("Nobody knows when it ends.") if found.fault else _("Nobody has looked yet.")
    at = {"at": formatting.moment(found.ends_at)}
    return _("It ended on %(at)s.") % at if found.state == State.BROKEN else _("It ends on %(at)s.") % at
