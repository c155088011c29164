"""Daily: tells owners which tokens expire soon, and deletes what is old."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet

from overtrick.register import transactions
from overtrick.register.mail import outbox
from overtrick.register.messages.kinds import OWN_TOKEN_EXPIRES, TOKEN_EXPIRES
from overtrick.register.messages.tell import News, tell, to_organisation, to_player
from overtrick.register.scoping import current
from overtrick.register.tasks.chores import daily
from overtrick.register.tasks.retention import outdated
from overtrick.register.tokens import idempotency, issue
from overtrick.register.tokens.models import KeptAnswer, Pairing, Token

#: So long before a token expires its owner is told.
NOTICE = timedelta(days=14)


@daily
def tell_of_expiry(at: datetime) -> int:
    """Tell the owners of tokens that expire soon, each once."""
    soon = issue.working(at).filter(expires_at__lte=at + NOTICE).select_related("user__player", "organisation")
    with transactions.atomic():
        return sum(_told(each, at) for each in soon.order_by("pk"))


def _told(token: Token, at: datetime) -> bool:
    facts = {"name": token.name, "expires": token.expires_at.date()}
    about, user = str(token.pk), token.user
    if token.organisation is not None:
        where = token.organisation.pk
        tell(at, [News(TOKEN_EXPIRES, to_organisation(where), about, (where,), facts)])
        return True
    if user.player is not None and user.player.federation_id == token.federation_id:
        tell(at, [News(OWN_TOKEN_EXPIRES, to_player(user.player.kept_id or user.player.pk), about, (), facts)])
        return True
    # Whoever is no player here has no page of messages of their own.
    if not (user.is_active and user.email and outbox.server().is_set_up):
        return False
    here = current()
    language = user.language or next(iter(here.languages), "en")
    name, until = user.get_full_name() or user.username, token.expires_at.date().isoformat()
    key = f"token {token.pk} expires"
    return outbox.queue(here, key, user.email, "token_expires", language, at, name=name, token=token.name, until=until)


@outdated
def old_answers(before: datetime) -> QuerySet[KeptAnswer]:
    """Give the answers that are no longer kept for repeats, however long other things are kept."""
    return KeptAnswer.objects.filter(began_at__lt=before + settings.KEEP - idempotency.KEPT)


@outdated
def old_pairings(before: datetime) -> QuerySet[Pairing]:
    """Give the codes for scoring PCs that ran out before a moment."""
    return Pairing.objects.filter(expires_at__lt=before)
