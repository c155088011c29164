"""The codes of the API's problems: what programs compare. Each has a status, a title and a page that explains it."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from overtrick.handbooks import toml_files


class Code(StrEnum):
    """What is wrong with a call, as ``code`` says it."""

    UNREADABLE = "unreadable"
    CURSOR = "cursor"
    TOKEN_MISSING = "token-missing"  # noqa: S105 - a code
    TOKEN_EXPIRED = "token-expired"  # noqa: S105
    TOKEN_REVOKED = "token-revoked"  # noqa: S105
    SCOPE_MISSING = "scope-missing"
    NOT_ALLOWED = "not-allowed"
    NOT_FOUND = "not-found"
    NO_SUCH_PLAYER = "no-such-player"
    NUMBER_IMPOSSIBLE = "number-impossible"
    METHOD = "method"
    TOO_SLOW = "too-slow"
    WOULD_REPLACE = "would-replace"
    NOT_A_DRAFT = "not-a-draft"
    NOT_WAITING = "not-waiting"
    SAME_KEY_RUNNING = "same-key-running"
    CURSOR_TOO_OLD = "cursor-too-old"
    CHANGED_SINCE = "changed-since"
    TOO_LARGE = "too-large"
    MEDIA_TYPE = "media-type"
    EVENT = "event"
    PARAMETERS = "parameters"
    ANSWERS = "answers"
    SAME_KEY_OTHER_BODY = "same-key-other-body"
    TOO_MUCH_WORK = "too-much-work"
    IF_MATCH_NEEDED = "if-match-needed"
    TOO_MANY = "too-many"
    INTERNAL = "internal"
    BUSY = "busy"


class Meaning(NamedTuple):
    """What a code means for whoever gets it."""

    status: HTTPStatus
    title: str | Promise
    says: str | Promise  #: what happened
    do: str | Promise  #: what to do next

    @property
    def is_english(self) -> bool:
        """Is its title told in English in every language? Those of refusals are."""
        return isinstance(self.title, str)


MEANINGS: dict[str, Meaning] = {
    Code.UNREADABLE: Meaning(
        HTTPStatus.BAD_REQUEST,
        _("The request cannot be read"),
        _("The request is not what HTTP or JSON allows, or it holds a character that no text has."),
        _("Correct the request. Sending it again as it is does not help."),
    ),
    Code.CURSOR: Meaning(
        HTTPStatus.BAD_REQUEST,
        _("The cursor does not belong to this list"),
        _("A cursor is valid only for the list and the filters that it came with."),
        _("Follow “next” as it is, or begin the list again without “after”."),
    ),
    Code.TOKEN_MISSING: Meaning(
        HTTPStatus.UNAUTHORIZED,
        _("A token is needed"),
        _("This call needs a token in the header “Authorization: Bearer …”. What you sent is not a token of ours."),
        _("Send a token of this federation. A secretary makes one on the club’s pages."),
    ),
    Code.TOKEN_EXPIRED: Meaning(
        HTTPStatus.UNAUTHORIZED,
        _("The token has expired"),
        _("Every token ends on the day that was chosen when it was made."),
        _("Make a new token and use that."),
    ),
    Code.TOKEN_REVOKED: Meaning(
        HTTPStatus.UNAUTHORIZED,
        _("The token was revoked"),
        _("Somebody ended the token on the pages, or the person or role behind it has ended."),
        _("Ask the club or the office for a new token."),
    ),
    Code.SCOPE_MISSING: Meaning(
        HTTPStatus.FORBIDDEN,
        _("The token does not have this scope"),
        _("A token may do only what its scopes name."),
        _("Make a token with the scope that is named in the problem."),
    ),
    Code.NOT_ALLOWED: Meaning(
        HTTPStatus.FORBIDDEN,
        _("You may not do this"),
        _("You may see this, but the role behind the token does not allow the act."),
        _("Let somebody with the right role do it, or ask for the role."),
    ),
    Code.NOT_FOUND: Meaning(
        HTTPStatus.NOT_FOUND,
        _("There is nothing at this address"),
        _("The address does not exist, or you may not see what is there. The answer is the same for both."),
        _("Check the address. The document lists every address of the API."),
    ),
    Code.NO_SUCH_PLAYER: Meaning(
        HTTPStatus.NOT_FOUND,
        _("No player to show"),
        _("Nobody has this number, or the player is hidden from you. The answer is the same for both."),
        _("Check the number with the player."),
    ),
    Code.NUMBER_IMPOSSIBLE: Meaning(
        HTTPStatus.NOT_FOUND,
        _("This cannot be a player’s number"),
        _("The number has too many digits, other characters, or a wrong check digit. Nobody can have it."),
        _("Type the number again: one of its digits is wrong."),
    ),
    Code.METHOD: Meaning(
        HTTPStatus.METHOD_NOT_ALLOWED,
        _("The address does not take this method"),
        _("The header “Allow” names the methods that the address takes."),
        _("Use one of them."),
    ),
    Code.TOO_SLOW: Meaning(
        HTTPStatus.REQUEST_TIMEOUT,
        _("The body came too slowly"),
        _("No part of the body came for too long, so we stopped waiting. Nothing was kept."),
        _("Send the request again."),
    ),
    Code.WOULD_REPLACE: Meaning(
        HTTPStatus.CONFLICT,
        _("This would replace earlier results"),
        _("The same organisation has sent results of this event before."),
        _("Say how they relate: “corrects” or “separate”."),
    ),
    Code.NOT_A_DRAFT: Meaning(
        HTTPStatus.CONFLICT,
        _("This is no longer a draft"),
        _("It was submitted. What was submitted can only be corrected."),
        _("Send the corrected file as a new version."),
    ),
    Code.NOT_WAITING: Meaning(
        HTTPStatus.CONFLICT,
        _("This no longer waits for anybody"),
        _("Somebody has decided it already."),
        _("Read the submission again to see what became of it."),
    ),
    Code.SAME_KEY_RUNNING: Meaning(
        HTTPStatus.CONFLICT,
        _("The first call with this key is still running"),
        _("Two calls with the same Idempotency-Key came at the same time."),
        _("Wait a moment and repeat the call with the same key."),
    ),
    Code.CURSOR_TOO_OLD: Meaning(
        HTTPStatus.GONE,
        _("The cursor is too old"),
        _("Changes are kept for 400 days, and this cursor is from before."),
        _("Fetch everything again, without “since”."),
    ),
    Code.CHANGED_SINCE: Meaning(
        HTTPStatus.PRECONDITION_FAILED,
        _("It has changed since you looked"),
        _("The “If-Match” you sent is not the state that is there now."),
        _("Read the preview again, and submit what you see there."),
    ),
    Code.TOO_LARGE: Meaning(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        _("The body is too large"),
        _("JSON may have 1 MB, a results file 20 MB. Nothing was kept."),
        _("Check that it is the right file, or send the events one by one."),
    ),
    Code.MEDIA_TYPE: Meaning(
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        _("The body comes in a form that we do not take"),
        _("Forms with parts (multipart) are not taken: the bytes of the file are the body itself."),
        _("With curl, write --data-binary @file instead of -F."),
    ),
    Code.EVENT: Meaning(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        _("The event cannot be worked out"),
        _("Something in the event is wrong or missing. Every problem is listed, with its line."),
        _("Correct each problem as its remedy says."),
    ),
    Code.PARAMETERS: Meaning(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        _("The parameters are wrong"),
        _("A parameter is unknown, missing, given twice, or has a value that it does not take. All are listed."),
        _("Correct each as its remedy says."),
    ),
    Code.ANSWERS: Meaning(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        _("An answer is not one that the question takes"),
        _("The answers were not taken. Nothing was changed."),
        _("Answer with one of the choices that the question lists."),
    ),
    Code.SAME_KEY_OTHER_BODY: Meaning(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        _("The key was used for something else"),
        _("An Idempotency-Key stands for one call. This one came before with another address or body."),
        _("Use a new key for a new call."),
    ),
    Code.TOO_MUCH_WORK: Meaning(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        _("This takes longer to work out than we have for one call"),
        _("Without a token there are 2 seconds of computing, with one 10. Lists have 5,000 lines, 300 with working."),
        _("Send a smaller event, or use a token."),
    ),
    Code.IF_MATCH_NEEDED: Meaning(
        HTTPStatus.PRECONDITION_REQUIRED,
        _("Say what you have seen"),
        _("Nobody submits other than what they saw, so “If-Match” is needed here."),
        _("Send the ETag of the preview as “If-Match”."),
    ),
    Code.TOO_MANY: Meaning(
        HTTPStatus.TOO_MANY_REQUESTS,
        _("Too many calls"),
        _("The header “RateLimit-Policy” names the limit, “Retry-After” the seconds to wait."),
        _("Wait that long, then go on."),
    ),
    Code.INTERNAL: Meaning(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        _("We made a mistake"),
        _("The office’s log has the details under the reference in this answer."),
        _("Tell the office the reference. Sending the same again will probably fail again."),
    ),
    Code.BUSY: Meaning(
        HTTPStatus.SERVICE_UNAVAILABLE,
        _("The office is busy"),
        _("Somebody else is writing, or many files are being read. Nothing was done."),
        _("Send the same again after the seconds in “Retry-After”."),
    ),
}

#: The codes inside ``problems`` that the API itself tells; those of files and events are the reader's (docs/codes.md).
FINDINGS = {
    "parameter-unknown": _("The address takes no parameter of this name."),
    "parameter-missing": _("A parameter that must be given is missing."),
    "parameter-twice": _("A parameter is given twice."),
    "parameter-value": _("A parameter has a value that it does not take."),
}

#: Refusals that say who may do something, and not what is wrong with it.
_NOT_THEIRS = frozenset({"only-the-office", "not-a-person", "same-person", "not-an-event-of-theirs"})
#: Refusals that have a code of the API's own: what programs compare at the top.
KNOWN_AS = {
    "would-replace-results": Code.WOULD_REPLACE,
    "already-submitted": Code.NOT_A_DRAFT,
    "points-not-waiting": Code.NOT_WAITING,
}
#: Refusals of something that is no longer as it was.
_TOO_LATE = frozenset({"decided-before", *KNOWN_AS})


@cache
def refusals() -> dict[str, str]:
    """Say what each refusal of the office means, by its code."""
    found = toml_files.load(Path(__file__).with_name("refusals.toml"))
    return {code: str(says) for code, says in found.items()}


def meaning_of(code: str) -> Meaning:
    """Say what a code means: one of the API's own, or that of a refusal."""
    known = MEANINGS.get(code)
    if known is not None:
        return known
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    if code in _NOT_THEIRS:
        status = HTTPStatus.FORBIDDEN
    elif code in _TOO_LATE:
        status = HTTPStatus.CONFLICT
    return Meaning(
        status,
        refusals().get(code, _("The office does not do this")).rstrip("."),
        _("A rule of the office stands in the way. The problem says which."),
        _("Do what the remedy says. Nothing was changed."),
    )


def listed() -> dict[str, Meaning]:
    """Give every code that a call can be answered with."""
    return {**MEANINGS, **{code: meaning_of(code) for code in refusals() if code not in MEANINGS}}
