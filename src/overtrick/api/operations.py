"""Declares an operation: its address, its record, how long it may be kept, and what a call of it must pass.

``_admitted`` is the one place that every call passes before its operation runs: the token and its scope, the buckets,
the body, the names of the parameters, and whether the same was sent before, in this order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from typing import Any, NamedTuple, TypeVar

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from ninja.decorators import decorate_view
from ninja.operation import Operation

from overtrick.api import admission, parameters, plain_calls, repeats
from overtrick.api.admission import READ, WORK, WRITE, Call, Needs
from overtrick.api.answers import JSON, Keep, finish, written
from overtrick.api.application import api
from overtrick.api.bodies import check_body
from overtrick.api.codes import Code
from overtrick.api.document import RULES
from overtrick.api.problems import ApiProblem

View = TypeVar("View", bound=Callable[..., Any])

#: Of other calls than work, any number run at the same time.
_AT_ONCE: AbstractContextManager[None] = nullcontext()


class Rules(NamedTuple):
    """What is known of an operation beside its parameters."""

    answers: Any  #: the type of its record
    group: str  #: the heading under which the page has it
    bucket: str  #: in which its calls are counted
    keep: Keep = Keep.NEVER
    largest: int = 0  #: bytes that its body may have; 0: it has none
    body: Mapping[str, Any] | None = None  #: the schema of its body by media type
    takes: Any = None  #: the type of a small JSON body
    form: str = JSON  #: the media type of its answer
    also: Sequence[str] = ()  #: other media types of its answer
    other_parameters: str = ""  #: why it reads parameters that are not declared; empty: it does not
    other_values: Mapping[str, Any] = {}  #: what the document says of their values besides
    may_miss: bool = False  #: it can ask for what nobody has: whoever does that too often is refused
    scope: Needs = None  #: that a token must have; None: no token is needed
    waits: bool = False  #: it waits for something besides the database
    statuses: Sequence[int] = (200,)  #: of its answer, where it is done
    errors: Sequence[str] = ()  #: codes of its own, besides those that follow from the rest
    seeing_is_enough: bool = False  #: whoever sees what it is about may call it


def get(path: str, answers: Any, group: str, *, keep: Keep, **rules: Any) -> Callable[[View], View]:  # noqa: ANN401
    """Declare what GET and HEAD answer at an address."""
    return _operation(["GET", "HEAD"], path, Rules(answers, group, rules.pop("bucket", READ), keep, **rules))


def post(path: str, answers: Any, group: str, **rules: Any) -> Callable[[View], View]:  # noqa: ANN401
    """Declare what POST does at an address."""
    return _operation(["POST"], path, Rules(answers, group, rules.pop("bucket", WRITE), **rules))


def put(path: str, answers: Any, group: str, **rules: Any) -> Callable[[View], View]:  # noqa: ANN401
    """Declare what PUT does at an address."""
    return _operation(["PUT"], path, Rules(answers, group, rules.pop("bucket", WRITE), **rules))


def delete(path: str, answers: Any, group: str, **rules: Any) -> Callable[[View], View]:  # noqa: ANN401
    """Declare what DELETE does at an address."""
    return _operation(["DELETE"], path, Rules(answers, group, rules.pop("bucket", WRITE), **rules))


def _operation(methods: list[str], path: str, rules: Rules) -> Callable[[View], View]:
    def declare(view: View) -> View:
        RULES[view.__name__] = rules
        summary = (view.__doc__ or "").strip().split("\n", 1)[0].rstrip(".")
        admitted = decorate_view(_admitted(rules))(view)
        return api.api_operation(methods, path, summary=summary, tags=[rules.group])(admitted)

    return declare


def _admitted(rules: Rules) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    def decorate(run: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        operation: Operation = run.__self__  # type: ignore[attr-defined]
        view: Callable[..., Any] = operation.view_func
        read = plain_calls.reader(view)

        @wraps(run)
        def admitted(request: HttpRequest, **path: Any) -> HttpResponse:  # noqa: ANN401 - of the address
            call = admission.enter(request, rules.scope, rules.bucket, may_miss=rules.may_miss)
            with call.place(rules.bucket) if rules.bucket == WORK else _AT_ONCE:
                check_body(request, rules.largest)
                if not rules.other_parameters:
                    _check_names(request, operation, path)
                return finish(request, _once(request, call, lambda: _answered(request, path)), rules.keep)

        def _answered(request: HttpRequest, path: Mapping[str, Any]) -> HttpResponse:
            values = None if request.META.get("QUERY_STRING") else read(path)
            if values is None:
                return run(request, **path)
            found = view(request, **values)
            return found if isinstance(found, HttpResponseBase) else written(found)  # type: ignore[return-value]

        def _once(request: HttpRequest, call: Call, answer: Callable[[], HttpResponse]) -> HttpResponse:
            apart = rules.waits or rules.bucket == WORK
            return repeats.once(request, call, rules.largest, answer, apart=apart)

        return admitted

    return decorate


def _check_names(request: HttpRequest, operation: Operation, path: Mapping[str, Any]) -> None:
    """Refuse parameters that the operation does not read; with those, whatever else is wrong with the others."""
    if not request.META.get("QUERY_STRING"):
        return
    query = next((model for model in operation.models if model.__ninja_param_source__ == "query"), None)
    known: Mapping[str, Any] = getattr(query, "__ninja_flatten_map__", {})
    found = parameters.strange(request.GET, known, getattr(query, "__ninja_collection_fields__", ()))
    if not found:
        return
    try:
        operation._get_values(request, path, HttpResponse())  # noqa: SLF001 - only ninja can read its parameters
    except ApiProblem as wrong:
        found += wrong.problems
    raise ApiProblem(Code.PARAMETERS, found)
