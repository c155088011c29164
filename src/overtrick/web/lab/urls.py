"""The addresses of the laboratory, inside the office."""

from __future__ import annotations

from django.urls import path

from overtrick.web.lab import pages

lab_urls = [
    path("", pages.proposals, name="office-proposals"),
    path("new/", pages.new, name="office-proposal-new"),
    path("new/table/<slug:name>/", pages.table, name="office-proposal-table"),
    path("new/table/<slug:name>/<int:row>/", pages.change_row, name="office-proposal-row"),
    path("new/setting/<slug:name>/", pages.change_setting, name="office-proposal-setting"),
    path("<int:number>/", pages.proposal, name="office-proposal"),
    path("<int:number>/<str:days>/<str:made>/", pages.result, name="office-proposal-result"),
]
