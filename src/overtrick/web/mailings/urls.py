"""The addresses around mail that somebody can choose."""

from __future__ import annotations

from django.urls import path

from overtrick.web.mailings import choose, unsubscribe

urlpatterns = [
    path("account/mail/", choose.choose, name="account-mail"),
    path("unsubscribe/", unsubscribe.unsubscribe, name="unsubscribe"),
]
