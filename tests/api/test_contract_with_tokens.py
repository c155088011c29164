"""What the document promises to programs with a token is what they get: schemathesis makes the calls, good and bad."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, settings
from schemathesis.checks import negative_data_rejection, positive_data_acceptance

from overtrick.api import urls
from overtrick.api.application import api
from overtrick.api.club import account, deliveries, members, player_file, start_list, webhooks, year
from overtrick.api.document import document
from overtrick.api.own import record
from overtrick.register.limits import bucket_store
from overtrick.register.player_file import turn
from overtrick.register.tokens import player_file as allowed
from overtrick.register.tokens.issue import Asked, issue_for, issue_personal
from overtrick.register.tokens.scopes import PERSONAL_ONLY, Scope
from tests.api.contract import Contract, operations
from tests.web.cast import Role

if TYPE_CHECKING:
    import schemathesis

    from tests.web.cast import Cast

assert urls.urlpatterns  # every operation is declared
GROUPS = {each.GROUP for each in (account, deliveries, members, player_file, record, start_list, webhooks, year)}
DOCUMENT = deepcopy(document(api))
#: The scope of each operation. Every call here has its token, so the document that makes the calls asks for none.
SCOPES = {
    each["operationId"]: Scope(each.pop("security")[0]["token"][0])
    for each in operations(DOCUMENT)
    if GROUPS & set(each["tags"])
}


Tokens = Callable[[Scope], str]


@pytest.fixture
def tokens(cast: Cast) -> Tokens:
    """Give a token of each scope: made once, however many calls there are."""
    at, clerk = timezone.now(), cast.users[Role.OFFICE]
    turn.bring_up_to_date(at)
    allowed.allow(cast.union.club, "Scoring PC", actor=clerk, at=at)

    @cache
    def token(scope: Scope) -> str:
        asked = Asked("Script", [scope])
        if scope in PERSONAL_ONLY:
            return issue_personal(asked, actor=cast.users[Role.PLAYER], at=at).written
        return issue_for(cast.union.club, asked, actor=clerk, at=at).written

    return token


@pytest.fixture(scope="module")
def contract() -> Contract:
    return Contract(DOCUMENT)


@pytest.mark.slow
@pytest.mark.parametrize("operation", SCOPES)
def test_a_call_with_a_token_gets_what_the_document_promises(
    operation: str, contract: Contract, cast: Cast, tokens: Tokens
) -> None:
    @settings(max_examples=12, suppress_health_check=list(HealthCheck), deadline=None)
    def call(case: schemathesis.Case[Any]) -> None:
        bucket_store.ask("delete from limits_bucket")
        token = tokens(SCOPES[operation])
        if "number" in case.path_parameters:
            case.path_parameters["number"] = "100"
        if "webhook" in case.path_parameters:
            case.path_parameters["webhook"] = cast.webhook
        # Whether a document, a cursor, a list or an address is one is told by the office, and not by the document.
        excluded = [positive_data_acceptance]
        if case.path_parameters:  # which are ours, and right
            excluded.append(negative_data_rejection)
        answer = case.call_and_validate(headers={"Authorization": f"Bearer {token}"}, excluded_checks=excluded)
        assert answer.status_code not in (401, 403)

    contract.hold(operation, call)
