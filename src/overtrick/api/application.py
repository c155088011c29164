"""The one ``NinjaAPI`` of the program: it reads parameters and finds operations, and leaves the rest to us."""

from __future__ import annotations

from typing import Any, NoReturn

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import ValidationErrorContext

from overtrick.api import document
from overtrick.api.answers import written
from overtrick.api.codes import Code
from overtrick.api.parameters import of_error
from overtrick.api.problems import ApiProblem

VERSION = "1"
_NOT_FILLED_IN = HttpResponse()


class Api(NinjaAPI):
    """ninja, but for its errors, its JSON and its pages."""

    def on_exception(self, request: HttpRequest, exc: Any) -> NoReturn:  # noqa: ANN401
        """Leave every error to the middleware: there is one place that tells them."""
        del request
        raise exc

    def validation_error_from_error_contexts(self, error_contexts: list[ValidationErrorContext[Any]]) -> Any:  # noqa: ANN401
        """Tell all parameters that are wrong at once."""
        errors = [each for context in error_contexts for each in context.pydantic_validation_error.errors()]
        return ApiProblem(Code.PARAMETERS, [of_error(each) for each in errors])

    def create_response(
        self,
        request: HttpRequest,
        data: Any,  # noqa: ANN401 - a record
        *,
        status: int | None = None,
        temporal_response: HttpResponse | None = None,
    ) -> HttpResponse:
        """Write a record as bytes."""
        del request, temporal_response
        return written(data, status or 200)

    def create_temporal_response(self, request: HttpRequest) -> HttpResponse:
        """Give no operation an answer to fill in: none asks for one, and to make it costs as much as the real one."""
        del request
        return _NOT_FILLED_IN

    def get_openapi_schema(self, **_where: Any) -> dict[str, Any]:  # type: ignore[override]  # noqa: ANN401
        """Describe every operation with its record and all problems."""
        return document.document(self)

    def get_openapi_operation_id(self, operation: Any) -> str:  # noqa: ANN401
        """Name an operation by its function."""
        return str(operation.view_func.__name__)


api = Api(
    title="Overtrick",
    version=VERSION,
    description="The master-points office: what events are worth, awards with their working, players and lists.",
    openapi_url=None,
    docs_url=None,
    urls_namespace="api",
)
