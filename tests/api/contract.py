"""The calls that schemathesis makes of one operation, made up where they are made: collecting tests is cheap."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import schemathesis
from schemathesis.checks import load_all_checks
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.generation.hypothesis import builder
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.python._constants.orchestrator import make_constants_value_source

from overtrick.web.wsgi import application

#: What schemathesis says of an operation of which it could not make every call.
_LEFT_OUT = (
    builder.InvalidHeadersExampleMark,
    builder.InvalidRegexMark,
    builder.MissingPathParameters,
    builder.NonSerializableMark,
    builder.UnsatisfiableExampleMark,
    builder.UnserializablePayloadMark,
)


def operations(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """List what a document describes."""
    return [each for methods in document["paths"].values() for each in methods.values()]


class Contract:
    """A document, and the office that answers."""

    def __init__(self, document: dict[str, Any]) -> None:
        load_all_checks()
        self._schema = schemathesis.openapi.from_dict(document)
        self._schema.app = application
        self._feedback = FeedbackSources(constants_value_source=make_constants_value_source(self._schema))

    def hold(self, operation: str, call: Callable[[schemathesis.Case[Any]], None]) -> None:
        """Make good calls and bad ones of an operation."""
        calls = build_operation_test(
            config=self._schema.config,
            operation=self._schema.find_operation_by_id(operation),
            test_func=call,
            given_kwargs={},
            feedback=self._feedback,
        )
        assert [each for each in _LEFT_OUT if each.is_set(calls)] == []
        calls()
