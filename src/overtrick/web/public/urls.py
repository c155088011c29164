"""The addresses that everybody may open."""

from __future__ import annotations

from django.urls import path

from overtrick.web.public import (
    boards,
    book,
    certificates,
    check,
    event,
    events,
    handbooks,
    home,
    honours,
    organisations,
    players,
    promotions,
    rankings,
    worth,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("players/", players.players, name="players"),
    path("players/<str:number>/", players.player, name="player"),
    path("clubs/", organisations.organisations, name="organisations"),
    path("clubs/<int:pk>/", organisations.organisation, name="organisation"),
    path("events/", events.events, name="events"),
    path("events/<int:pk>/", event.event, name="event"),
    path("events/<int:pk>/why/<int:listed>/<int:line>/", event.why, name="event-why"),
    path("events/<int:pk>/boards/", boards.boards, name="event-boards"),
    path("events/<int:pk>/boards/<int:number>/", boards.board, name="event-board"),
    path("events/<int:pk>/pairs/<int:number>/", boards.card, name="event-card"),
    path("rankings/", rankings.rankings, name="rankings"),
    path("promotions/", promotions.promotions, name="promotions"),
    path("honours/", honours.honours, name="honours"),
    path("certificates/", certificates.verify, name="certificates"),
    path("certificates/<int:pk>/", certificates.certificate, name="certificate"),
    path("certificates/<int:pk>/proof", certificates.proof, name="certificate-proof"),
    path("book/", book.book, name="book"),
    path("book/head", book.head, name="book-last-head"),
    path("book/heads/<int:number>", book.head, name="book-one-head"),
    path("book/consistency", book.consistency, name="book-own-consistency"),
    path("book/keys", book.keys, name="book-keys"),
    path("book/<slug:of>/head", book.head, name="book-head"),
    path("book/<slug:of>/heads/<int:number>", book.head, name="book-numbered-head"),
    path("book/<slug:of>/heads/<int:number>/proof", book.inclusion, name="book-inclusion"),
    path("book/<slug:of>/consistency", book.consistency, name="book-consistency"),
    path("worth/", worth.worth, name="worth"),
    path("check/", check.check, name="check"),
    path("handbooks/", handbooks.handbooks, name="handbooks"),
    path("handbooks/<slug:handbook>/", handbooks.handbook, name="handbook"),
    path("handbooks/<slug:handbook>/chapter/<int:chapter>/", handbooks.chapter, name="handbook-chapter"),
    path("handbooks/<slug:handbook>/unsure/", handbooks.unsure, name="handbook-unsure"),
    path("handbooks/<slug:handbook>/tables/<slug:table>/", handbooks.table, name="handbook-table"),
    path("handbooks/<slug:handbook>/clause/<path:clause>/", handbooks.clause, name="clause"),
]
