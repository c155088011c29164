"""The addresses of a player's own pages, and of the threads that a player begins."""

from __future__ import annotations

from django.urls import include, path

from overtrick.web.player import (
    applications,
    as_at,
    certificates,
    details,
    gold,
    messages,
    money,
    my_clubs,
    my_data,
    privacy,
    queries,
    record,
    record_file,
    statement,
    statistics,
    why,
)

_record = [
    path("", record.record, name="record"),
    path("why/<int:entry>/", why.why, name="why"),
    path("why/nothing/<int:submission>/", why.why, name="why-nothing"),
    path("ask/<int:entry>/", queries.ask, name="ask"),
    path("ask/nothing/<int:submission>/", queries.ask, name="ask-nothing"),
    path("statistics/", statistics.statistics, name="record-statistics"),
    path("gold/", gold.gold, name="record-gold"),
    path("file.<str:form>", record_file.record_file, name="record-file"),
    path("statement/", statement.statement, name="statement"),
    path("statement/proof", statement.proof, name="statement-proof"),
    path("certificates/", certificates.certificates, name="my-certificates"),
    path("as-at/", as_at.own_as_at, name="record-as-at"),
    path("messages/", messages.messages, name="record-messages"),
    path("money/", money.money, name="record-money"),
    path("money/<str:reference>/", money.document, name="record-money-document"),
    path("clubs/", my_clubs.my_clubs, name="my-clubs"),
    path("data/", my_data.my_data, name="my-data"),
    path("details/", details.details, name="my-details"),
    path("privacy/", privacy.privacy, name="privacy"),
    path("convert/", applications.convert, name="record-convert"),
    path("applications/", applications.applications, name="record-applications"),
    path("applications/new/", applications.new, name="record-application-new"),
    path("applications/<int:pk>/", applications.application, name="record-application"),
    path("applications/<int:pk>/papers/<int:paper>/", applications.paper, name="record-application-paper"),
]
urlpatterns = [
    path("record/", include(_record)),
    path("queries/", queries.queries, name="queries"),
    path("queries/<int:pk>/", queries.query, name="query"),
    path("queries/<int:pk>/pass-on/", queries.pass_on, name="query-pass-on"),
    path("queries/<int:pk>/close/", queries.close_query, name="query-close"),
]
