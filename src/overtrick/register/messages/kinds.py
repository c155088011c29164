"""The kinds of messages: a code, the topic by which a reader chooses mail, a sentence and the page it leads to.

Sentences are patterns in English, marked for translation. An app that has something new to tell adds its kind here and
calls ``tell``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from django.utils.translation import gettext_noop as _


class Topic(StrEnum):
    """What messages are about, as a reader chooses mail."""

    TO_DO = "to-do"
    RESULTS = "results"
    POINTS = "points"
    ANSWERS = "answers"
    MONEY = "money"
    STATEMENT = "statement"  #: a player's month; no message, a mail of its own
    MONDAY = "monday"  #: what waits for an organisation; likewise


class Kind(NamedTuple):
    """A kind of message."""

    code: str
    topic: Topic
    says: str
    page: str  #: the name of the page on which the reader sees it
    days: tuple[str, ...] = ()  #: facts that are days
    months: tuple[str, ...] = ()  #: facts that are months, by their first day
    points: tuple[str, ...] = ()  #: facts that are points: colour and units, for each colour
    words: tuple[str, ...] = ()  #: facts that are words of ours, which are translated
    roles: tuple[str, ...] = ()  #: who of an organisation may read it; empty: everybody who acts for it


SUBMISSION_HELD = Kind(
    "submission-held",
    Topic.TO_DO,
    _("%(event)s, %(played)s, is held until somebody approves it: %(why)s"),
    "club-submission",
    days=("played",),
)
TO_APPROVE = Kind(
    "to-approve",
    Topic.TO_DO,
    _("%(event)s of %(club)s, %(played)s, waits for you: nobody has its points until you approve it. %(why)s"),
    "club-submission",
    days=("played",),
    roles=("secretary",),
)
OFFICE_TO_APPROVE = TO_APPROVE._replace(code="office-to-approve", page="office-submission", roles=("office",))
SUBMISSION_RELEASED = Kind(
    "submission-released",
    Topic.RESULTS,
    _("%(event)s, %(played)s, was held and is now approved. Its points are credited."),
    "club-submission",
    days=("played",),
)
SUBMISSION_APPROVED = Kind(
    "submission-approved",
    Topic.RESULTS,
    _("%(event)s, %(played)s, is approved."),
    "club-submission",
    days=("played",),
)
SUBMISSION_RETURNED = Kind(
    "submission-returned",
    Topic.TO_DO,
    _("%(event)s, %(played)s, is returned. Correct it and send it again. The reason: %(why)s"),
    "club-submission",
    days=("played",),
)
SUBMISSION_CORRECTED = Kind(
    "submission-corrected",
    Topic.RESULTS,
    _("%(event)s, %(played)s, is corrected. Version %(version)s replaces the one before."),
    "club-submission",
    days=("played",),
)
FILE_MISSING = Kind(
    "file-missing",
    Topic.TO_DO,
    _("No results of %(event)s, %(played)s, have come. If nobody played, you do not need to do anything."),
    "club-upload",
    days=("played",),
)
MONTH_CLOSED = Kind(
    "month-closed",
    Topic.RESULTS,
    _("%(month)s is closed. The points of approved results are now final."),
    "club-submissions",
    months=("month",),
)
POINTS_HELD = Kind(
    "points-held",
    Topic.POINTS,
    _("%(points)s from %(event)s, %(played)s, are held for you: %(why)s"),
    "record",
    days=("played",),
    points=("points",),
)
POINTS_RELEASED = Kind(
    "points-released",
    Topic.POINTS,
    _("%(points)s from %(event)s, %(played)s, were held and are now yours."),
    "record",
    days=("played",),
    points=("points",),
)
POINTS_GIVEN_UP = Kind(
    "points-given-up",
    Topic.POINTS,
    _("%(points)s from %(event)s, %(played)s, were held and will not be credited: %(why)s"),
    "record",
    days=("played",),
    points=("points",),
)
POINTS_CORRECTED = Kind(
    "points-corrected",
    Topic.POINTS,
    _("Your points from %(event)s, %(played)s, are corrected. Before: %(before)s. Now: %(after)s."),
    "event",
    days=("played",),
    points=("before", "after"),
)
PROMOTED = Kind(
    "promoted",
    Topic.POINTS,
    _("Congratulations! You have reached a new rank: %(rank)s, on %(reached)s."),
    "certificate",
    days=("reached",),
)
QUESTION_ANSWERED = Kind("question-answered", Topic.ANSWERS, _("Your question has an answer: %(about)s."), "query")
LICENCE_GRANTED = Kind(
    "licence-granted",
    Topic.ANSWERS,
    _("Licence %(number)s is granted: %(allows)s."),
    "club-licences",
)
LICENCE_REFUSED = Kind(
    "licence-refused",
    Topic.ANSWERS,
    _("Application %(number)s (%(title)s) is refused. The reason: %(why)s"),
    "club-application",
)
LICENCE_REVOKED = Kind(
    "licence-revoked",
    Topic.ANSWERS,
    _("Licence %(number)s (%(allows)s) is revoked. The reason: %(why)s"),
    "club-licences",
)
ALLOTTED = Kind(
    "allotted",
    Topic.ANSWERS,
    _("Your allotment for %(year)s is now %(figure)s: %(what)s. %(why)s"),
    "club-allotments",
    words=("what",),
)
APPLICATION_DECIDED = Kind(
    "application-decided",
    Topic.ANSWERS,
    _("Application %(number)s (%(title)s): %(outcome)s. %(why)s"),
    "club-application",
    words=("outcome",),
)
OWN_APPLICATION_DECIDED = APPLICATION_DECIDED._replace(code="own-application-decided", page="record-application")

WEBHOOK_GONE = _("the receiver says that it is gone")
WEBHOOK_FAILING = _("nothing has arrived there for three days")
WEBHOOK_OFF = Kind(
    "webhook-off",
    Topic.TO_DO,
    _("Events are no longer sent to %(host)s: %(why)s. Check the receiver, then switch it on again."),
    "club-webhooks",
    words=("why",),
    roles=("secretary", "office"),
)

#: Whoever may see the account of an organisation: see ``organisations.permissions``.
_ACCOUNT = ("secretary", "treasurer", "office")
INVOICE_MADE = Kind(
    "invoice-made",
    Topic.MONEY,
    _("Invoice %(number)s comes to %(amount)s and is due on %(due)s."),
    "club-money-document",
    days=("due",),
    roles=_ACCOUNT,
)
CREDIT_NOTE_MADE = Kind(
    "credit-note-made",
    Topic.MONEY,
    _("Credit note %(number)s comes to %(amount)s."),
    "club-money-document",
    roles=_ACCOUNT,
)
DISPUTE_ANSWERED = Kind(
    "dispute-answered",
    Topic.MONEY,
    _("What you said about invoice %(number)s has an answer: %(why)s"),
    "club-money-document",
    roles=_ACCOUNT,
)
TOKEN_EXPIRES = Kind(
    "token-expires",
    Topic.TO_DO,
    _("The token of %(name)s expires on %(expires)s. If you still use the program, make a new token."),
    "club-tokens",
    days=("expires",),
    roles=("secretary", "office"),
)
OWN_TOKEN_EXPIRES = TOKEN_EXPIRES._replace(code="own-token-expires", page="tokens", roles=())
PAYMENT_REMINDER = Kind(
    "payment-reminder",
    Topic.MONEY,
    _("Reminder %(time)s: %(amount)s of invoice %(number)s is still to pay. It was due on %(due)s."),
    "club-money-document",
    days=("due",),
    roles=_ACCOUNT,
)
#: A member has an account where the handbook charges members.
_OWN_PAGE = "record-money-document"
OWN_INVOICE_MADE = INVOICE_MADE._replace(code="own-invoice-made", page=_OWN_PAGE, roles=())
OWN_CREDIT_NOTE_MADE = CREDIT_NOTE_MADE._replace(code="own-credit-note-made", page=_OWN_PAGE, roles=())
OWN_DISPUTE_ANSWERED = DISPUTE_ANSWERED._replace(code="own-dispute-answered", page=_OWN_PAGE, roles=())
OWN_PAYMENT_REMINDER = PAYMENT_REMINDER._replace(code="own-payment-reminder", page=_OWN_PAGE, roles=())
SHARE_PAID_OUT = Kind(
    "share-paid-out",
    Topic.MONEY,
    _("%(amount)s that was collected for you is paid out. The reference of the transfer: %(reference)s"),
    "club-money-share",
    roles=_ACCOUNT,
)

KINDS = {
    each.code: each
    for each in (
        SUBMISSION_HELD,
        TO_APPROVE,
        OFFICE_TO_APPROVE,
        SUBMISSION_RELEASED,
        SUBMISSION_APPROVED,
        SUBMISSION_RETURNED,
        SUBMISSION_CORRECTED,
        FILE_MISSING,
        MONTH_CLOSED,
        POINTS_HELD,
        POINTS_RELEASED,
        POINTS_GIVEN_UP,
        POINTS_CORRECTED,
        PROMOTED,
        QUESTION_ANSWERED,
        LICENCE_GRANTED,
        LICENCE_REFUSED,
        LICENCE_REVOKED,
        ALLOTTED,
        APPLICATION_DECIDED,
        OWN_APPLICATION_DECIDED,
        WEBHOOK_OFF,
        INVOICE_MADE,
        CREDIT_NOTE_MADE,
        DISPUTE_ANSWERED,
        TOKEN_EXPIRES,
        OWN_TOKEN_EXPIRES,
        PAYMENT_REMINDER,
        OWN_INVOICE_MADE,
        OWN_CREDIT_NOTE_MADE,
        OWN_DISPUTE_ANSWERED,
        OWN_PAYMENT_REMINDER,
        SHARE_PAID_OUT,
    )
}
