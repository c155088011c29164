"""What the document promises is what calls get: schemathesis makes the calls, good ones and bad ones."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from schemathesis.checks import positive_data_acceptance

from overtrick.api import urls
from overtrick.api.application import api
from overtrick.api.document import document
from overtrick.register.limits import bucket_store
from tests.api.contract import Contract, operations

if TYPE_CHECKING:
    import schemathesis

    from tests.web.cast import Cast

assert urls.urlpatterns  # every operation is declared
DOCUMENT = document(api)
#: What these take is told by a handbook or by the office, and not by the document.
_TOLD_ELSEWHERE = ("worth", "rank", "awards", "check", "rankings", "promotions", "pair")
#: So many calls are made of each operation; ``make soak`` makes more.
_CALLS = 60 if "OVERTRICK_STRANGE" in os.environ else 6


@pytest.fixture(scope="module")
def contract() -> Contract:
    return Contract(DOCUMENT)


@pytest.mark.slow
@pytest.mark.parametrize("operation", [each["operationId"] for each in operations(DOCUMENT)])
def test_a_call_gets_what_the_document_promises(operation: str, contract: Contract, cast: Cast) -> None:
    del cast  # the office that answers
    excluded = [positive_data_acceptance] if operation in _TOLD_ELSEWHERE else []

    @settings(max_examples=_CALLS, suppress_health_check=list(HealthCheck), deadline=None)
    def call(case: schemathesis.Case[Any]) -> None:
        bucket_store.ask("delete from limits_bucket")  # the calls of one machine, which are more than anybody makes
        case.call_and_validate(excluded_checks=excluded)

    contract.hold(operation, call)
