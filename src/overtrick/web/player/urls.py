"""The addresses of a player's own pages, and of the threads that a player begins."""

from __future__ import annotations

from django.urls import path

from overtrick.web.player import (
    certificates,
    gold,
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

urlpatterns = [
    path("record/", record.record, name="record"),
    path("record/why/<int:entry>/", why.why, name="why"),
    path("record/why/nothing/<int:submission>/", why.why, name="why-nothing"),
    path("record/ask/<int:entry>/", queries.ask, name="ask"),
    path("record/ask/nothing/<int:submission>/", queries.ask, name="ask-nothing"),
    path("record/statistics/", statistics.statistics, name="record-statistics"),
    path("record/gold/", gold.gold, name="record-gold"),
    path("record/file.<str:form>", record_file.record_file, name="record-file"),
    path("record/statement/", statement.statement, name="statement"),
    path("record/statement/proof", statement.proof, name="statement-proof"),
    path("record/certificates/", certificates.certificates, name="my-certificates"),
    path("record/clubs/", my_clubs.my_clubs, name="my-clubs"),
    path("record/data/", my_data.my_data, name="my-data"),
    path("record/privacy/", privacy.privacy, name="privacy"),
    path("queries/", queries.queries, name="queries"),
    path("queries/<int:pk>/", queries.query, name="query"),
    path("queries/<int:pk>/close/", queries.close_query, name="query-close"),
]
