"""A POST that is sent again: with the same ``Idempotency-Key`` it is answered as it was, and nothing is done twice.

The key is taken and the answer kept in the transaction of the act. An act that computes or waits for a reader takes
its key before, so that nobody else waits for the database meanwhile.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from overtrick.api import problems
from overtrick.api.admission import Call
from overtrick.api.bodies import whole
from overtrick.register import transactions
from overtrick.register.tokens import idempotency
from overtrick.register.tokens.authenticate import Caller
from overtrick.register.tokens.idempotency import Answer

REPLAYED = "Idempotency-Replayed"
_HEADER = "HTTP_IDEMPOTENCY_KEY"
#: What an answer says besides its body; the rest is said anew.
_KEPT = ("Content-Type", "Location", "ETag", "Retry-After", "Cache-Control")
_FAILED = Answer(500, {}, b"")

Run = Callable[[], HttpResponse]


def once(request: HttpRequest, call: Call, largest: int, run: Run, *, apart: bool) -> HttpResponse:
    """Answer a call; one with a key that was answered before gets that answer."""
    key = request.META.get(_HEADER)
    if key is None or call.caller is None or request.method != "POST":
        return run()
    digest = hashlib.sha256(whole(request, largest) if largest else b"").hexdigest()
    taken = _Key(call.caller, key, request.get_full_path(), digest)
    if apart:
        return _before(request, call, taken, run)
    with transactions.atomic():
        kept = taken.begin(call)
        return _again(kept) if kept is not None else taken.keep(_tried(request, _in_part(run)))


class _Key:
    def __init__(self, caller: Caller, key: str, path: str, digest: str) -> None:
        self._caller, self._key, self._path, self._digest = caller, key, path, digest

    def begin(self, call: Call) -> Answer | None:
        return idempotency.begin(self._caller, self._key, self._path, self._digest, call.at)

    def keep(self, answer: HttpResponse) -> HttpResponse:
        headers = {name: answer.headers[name] for name in _KEPT if name in answer.headers}
        # A secret is shown once and stored nowhere: such an answer says what is kept instead.
        content: bytes = getattr(answer, "kept_as", answer.content)
        idempotency.keep(self._caller, self._key, Answer(answer.status_code, headers, content))
        return answer

    def free(self) -> None:
        idempotency.keep(self._caller, self._key, _FAILED)


def _before(request: HttpRequest, call: Call, taken: _Key, run: Run) -> HttpResponse:
    kept = taken.begin(call)
    if kept is not None:
        return _again(kept)
    try:
        answer = _tried(request, run)
    except BaseException:
        taken.free()
        raise
    if answer.status_code == HTTPStatus.ACCEPTED:  # it goes on, and the next call says how far it is
        taken.free()
        return answer
    return taken.keep(answer)


def _in_part(run: Run) -> Run:
    """Let an act that is refused be taken back, and its answer be kept."""

    def part() -> HttpResponse:
        with transactions.atomic():
            return run()

    return part


def _tried(request: HttpRequest, run: Run) -> HttpResponse:
    """Do it; what the body alone decides is an answer, and whatever else goes wrong takes the key back."""
    try:
        return run()
    except Exception as error:
        told = problems.told(error)
        if told is None or not idempotency.is_kept(told.status):
            raise
        return problems.answer(request, told)


def _again(kept: Answer) -> HttpResponse:
    return HttpResponse(kept.body, status=kept.status, headers={**kept.headers, REPLAYED: "true"})
