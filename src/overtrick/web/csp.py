"""Middleware that sends the content security policy of ``CONTENT_SECURITY_POLICY`` with every answer.

No page has a policy or a nonce of its own, so django-csp need not make it again for each of them.
"""

from __future__ import annotations

from collections.abc import Callable

from csp.constants import HEADER
from csp.utils import build_policy
from django.http import HttpRequest, HttpResponse


class SamePolicy:
    """Django middleware: tell the browser what the page may load."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        self._policy = build_policy()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, with the policy."""
        answer = self._get_response(request)
        answer.headers[HEADER] = self._policy
        return answer
