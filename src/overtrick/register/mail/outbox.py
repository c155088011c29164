"""The outbox: queues letters, and sends what is due.

A letter is queued in the transaction of what it tells, once for each key. It is sent once. Only where a worker is
killed between the server's yes and our note of it, nobody can know: it is sent again, with the same Message-ID.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from email.message import EmailMessage
from time import monotonic

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from overtrick.register import transactions
from overtrick.register.accounts import links
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation
from overtrick.register.mail import send, unsubscribe, wording
from overtrick.register.mail.models import Letter
from overtrick.register.mail_settings import MailServer
from overtrick.register.scoping import scopes_disabled
from overtrick.register.tasks import stopping

State = Letter.State

#: A letter that could not be sent waits so many minutes, longer each time; after the last, five days in all, it failed.
_WAITS = (1, 5, 15, 60, 180, 360, 720, 1440, 1440, 1440, 1440)
#: A worker that has had a letter for so long is dead.
_LEASE = timedelta(minutes=5)
#: So many letters go in one round; then tasks have their turn.
_ROUND = 50
#: After the server has failed, a worker leaves it alone for so many seconds.
_REST = 60.0
#: A letter that is not sent after so long is late, and if so many fail one after the other, it is not their fault.
_STUCK = timedelta(hours=1)
_TELLING = 5
#: What a letter says, beside its key.
_SAID = ("kind", "to", "subject", "text", "link", "unsubscribe", "added_at", "next_try_at")
_LINK_ENDED = "Its link has been used, or has run out."


class NotSentAgain(Refused):
    """The letter cannot be sent again."""


class _Server:
    """What this worker knows of the server."""

    rests_until = 0.0


def server() -> MailServer:
    """Give the mail server of the settings."""
    found: MailServer = settings.MAIL
    return found


def written(
    federation: Federation,
    key: str,
    to: str,
    kind: str,
    language: str,
    at: datetime,
    *,
    link: str = "",
    unwanted: str = "",
    lines: Iterable[str] = (),
    **facts: str,
) -> Letter:
    """Write a letter, which is not in the outbox yet; whoever has much to write does so before the transaction.

    A letter that somebody may not want any more says by ``unwanted`` what its link ends: see ``unsubscribe.note``.
    """
    subject, text = wording.write(kind, language, lines, federation=federation.name, **facts)
    return Letter(
        federation=federation,
        key=key,
        kind=kind,
        to=to,
        subject=subject[:250],
        text=text,
        link=link,
        unsubscribe=unwanted,
        added_at=at,
        next_try_at=timezone.now(),
    )


def put(letters: Iterable[Letter]) -> None:
    """Put letters in the outbox, with the transaction that is open; those that were there already are left alone."""
    Letter.objects.bulk_create(letters, ignore_conflicts=True)


def queue(
    federation: Federation,
    key: str,
    to: str,
    kind: str,
    language: str,
    at: datetime,
    *,
    link: str = "",
    unwanted: str = "",
    lines: Iterable[str] = (),
    **facts: str,
) -> bool:
    """Write a letter and put it in the outbox, with the transaction that is open; false if it was there already."""
    made = written(federation, key, to, kind, language, at, link=link, unwanted=unwanted, lines=lines, **facts)
    said = {name: getattr(made, name) for name in _SAID}
    _letter, new = Letter.objects.get_or_create(federation=federation, key=key, defaults=said)
    return new


def send_again(letter: Letter, at: datetime) -> None:
    """Let a letter that failed, or waits for its next try, be sent now."""
    if letter.link and not links.is_open(letter.link, at):
        raise NotSentAgain(_LINK_ENDED, "Invite the person again, or send a new link.", code="link-ended")
    again = Letter.objects.filter(pk=letter.pk, state__in=(State.FAILED, State.WAITING))
    if not again.update(state=State.WAITING, tries=0, next_try_at=timezone.now()):
        raise NotSentAgain(
            "The letter has been sent, or is being sent now.", "There is nothing to do.", code="letter-sent"
        )


def unsent() -> QuerySet[Letter]:
    """Give the letters that wait or failed."""
    return Letter.objects.exclude(state=State.SENT)


def fault(at: datetime) -> str:
    """Say why letters do not leave; empty if they do.

    One letter may wait for its own reasons. If none that was added later was sent either, the server is the reason.
    """
    with scopes_disabled():
        waits = unsent().exclude(state=State.FAILED).filter(added_at__lte=at - _STUCK).order_by("added_at").last()
        if waits is not None and not Letter.objects.filter(sent_at__gte=waits.added_at).exists():
            return f"A letter has waited since {waits.added_at:%d %B %Y, %H:%M} UTC. {waits.error}".strip()
        tried = Letter.objects.filter(began_at__isnull=False).order_by("-began_at")
        last = list(tried.values_list("state", "error")[:_TELLING])
    failed = [error for state, error in last if state == State.FAILED and error != _LINK_ENDED]
    return f"The last {_TELLING} letters were not sent. {failed[0]}" if len(failed) == _TELLING else ""


def send_due() -> int:
    """Send some of the letters that are due; how many were tried. Without a mail server they wait."""
    if not server().is_set_up or monotonic() < _Server.rests_until:
        return 0
    with scopes_disabled():
        due = list(_due().order_by("next_try_at", "pk").values_list("pk", flat=True)[:_ROUND])
        if not due:
            return 0
        try:
            with send.connected(server()) as give:
                for letter in _claimed(due):
                    _send(letter, give)
        except send.ServerFails as error:
            _Server.rests_until = monotonic() + _REST
            for letter in _claimed(due[:1]):  # one that is still due tells the office why none is sent
                _put_back(letter, error)
    return len(due)


def _due() -> QuerySet[Letter]:
    now = timezone.now()
    waits = Q(state=State.WAITING, next_try_at__lte=now)
    return Letter.objects.filter(waits | Q(state=State.SENDING, began_at__lt=now - _LEASE))


def _claimed(due: list[int]) -> Iterator[Letter]:
    for pk in due:
        letter = _claim(pk)
        if letter is not None:
            yield letter


def _claim(pk: int) -> Letter | None:
    """Take a letter, unless another worker has it."""
    token = secrets.token_hex(16)
    with transactions.atomic():
        taken = (
            _due().filter(pk=pk).update(state=State.SENDING, token=token, began_at=timezone.now(), tries=F("tries") + 1)
        )
    return Letter.objects.select_related("federation").get(pk=pk) if taken else None


def _send(letter: Letter, give: send.Send) -> None:
    """Send a letter and note it. A stop waits until both are done: nobody gets it twice because of one."""
    if letter.link and not links.is_open(letter.link, timezone.now()):
        _note(letter, state=State.FAILED, error=_LINK_ENDED)
        return
    with stopping.whole_step():
        try:
            give(_message(letter))
        except send.NotSent as error:
            _put_back(letter, error)
            if isinstance(error, send.ServerFails):
                raise
        else:
            _note(letter, state=State.SENT, sent_at=timezone.now(), error="")


def _message(letter: Letter) -> EmailMessage:
    link = links.address(letter.federation, letter.link) if letter.link else ""
    name = f"letter.{letter.pk}.{int(letter.added_at.timestamp())}"
    text = letter.text.replace(wording.LINK, link)
    made = send.message(server(), letter.to, letter.subject, text, name=name, at=letter.added_at)
    if letter.unsubscribe:
        ends = unsubscribe.address(letter.federation, letter.unsubscribe)
        made.set_content(text.replace(unsubscribe.MARK, ends))
        send.add_unsubscribe(made, ends, letter.federation.name)
    return made


def _put_back(letter: Letter, error: send.NotSent) -> None:
    """Let a letter wait for its next try; where another would change nothing, or after days, it failed."""
    says = str(error)[:500]
    if error.for_good or letter.tries > len(_WAITS):
        _note(letter, state=State.FAILED, error=says)
        return
    wait = timedelta(minutes=_WAITS[letter.tries - 1])
    _note(letter, state=State.WAITING, next_try_at=timezone.now() + wait, error=says)


def _note(letter: Letter, **fields: object) -> None:
    """Write what came of a try, if no other worker has the letter now."""
    Letter.objects.filter(pk=letter.pk, token=letter.token, state=State.SENDING).update(**fields)
