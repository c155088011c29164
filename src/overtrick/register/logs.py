"""Logs on the standard error: text for people, or one line of JSON for each record (OVERTRICK_LOG=json)."""

from __future__ import annotations

import json
import logging
import secrets
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

from django.core.exceptions import ImproperlyConfigured

FORMS = ("text", "json")
#: One record for each request; they are told at this level, and only in JSON.
REQUESTS = "overtrick.requests"
#: One record a day and kind of what was deleted because it was old.
RETENTION = "overtrick.retention"
#: A part of a path that is longer may be the secret of a link.
_LONGEST_SEGMENT = 20
_LONGEST_PATH = 200


def new_reference() -> str:
    """Make a reference: a page shows it, and the log has it beside what went wrong."""
    return secrets.token_hex(4).upper()


def shown_path(path: str) -> str:
    """Write a path so that nobody who reads the log can use a link that was meant for one person."""
    parts = [part if len(part) <= _LONGEST_SEGMENT else f"{part[:4]}…" for part in path.split("/")]
    return "/".join(parts)[:_LONGEST_PATH]


def configuration(form: str) -> dict[str, Any]:
    """Give the configuration of Python's logging for a form; it is Django's setting LOGGING."""
    if form not in FORMS:
        message = f"OVERTRICK_LOG is {form!r}; write one of {', '.join(FORMS)}"
        raise ImproperlyConfigured(message)
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"text": {"()": f"{__name__}.Text"}, "json": {"()": f"{__name__}.JsonLines"}},
        "handlers": {"stderr": {"()": f"{__name__}.StandardError", "formatter": form}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "django": {"handlers": [], "level": "WARNING"},
            # Pages that are not there are no news; each request has a record of ours.
            "django.request": {"level": "ERROR"},
            # Whoever asks for another name than ours gets a 400.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            REQUESTS: {"level": "INFO" if form == "json" else "WARNING"},
            RETENTION: {"level": "INFO"},
        },
    }


class StandardError(logging.StreamHandler[TextIO]):
    """Writes to the standard error as it is at that moment."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)

    @property
    def stream(self) -> TextIO:  # type: ignore[override]
        """Where to."""
        return sys.stderr


class Text(logging.Formatter):
    """A record as people read it, with its reference and its traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Write it."""
        facts = _facts(record)
        reference = f" (reference {facts['reference']})" if "reference" in facts else ""
        path = f": {facts['method']} {facts['path']}" if "path" in facts else ""
        lines = [f"{record.levelname}: {_message(record)}{path}{reference}", _traceback(self, record)]
        return "\n".join(line for line in lines if line)


class JsonLines(logging.Formatter):
    """A record as programs read it: one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Write it."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record),
            **_facts(record),
        }
        if trace := _traceback(self, record):
            line["traceback"] = trace
        return json.dumps(line, ensure_ascii=False, default=str)


def _facts(record: logging.LogRecord) -> dict[str, object]:
    """Give what is known beside the sentence: ours as they were told, of Django's records those of the request."""
    facts: dict[str, object] = dict(getattr(record, "facts", {}))
    request = getattr(record, "request", None)
    if request is not None and hasattr(request, "reference"):
        facts |= {"reference": request.reference, "method": request.method, "path": shown_path(request.path)}
    return facts


def _message(record: logging.LogRecord) -> str:
    """Give the sentence; Django puts the path of a request into its own, secrets and all."""
    if hasattr(record, "request") and isinstance(record.args, tuple) and record.args:
        return str(record.args[0])
    return record.getMessage()


def _traceback(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    if record.exc_info:
        return formatter.formatException(record.exc_info)
    return str(getattr(record, "trace", ""))
