"""The addresses of the laboratory, inside the office."""

from __future__ import annotations

from django.urls import path

from overtrick.web.lab import new, pages, publishing

_ADD = "<int:number>/add/"
_RUN = "<int:number>/<str:days>/<str:made>/<slug:some>/"

lab_urls = [
    path("", pages.proposals, name="office-proposals"),
    path("new/", new.new, name="office-proposal-new"),
    path("new/table/<slug:name>/", new.table, name="office-proposal-table"),
    path("new/table/<slug:name>/<int:row>/", new.change_row, name="office-proposal-row"),
    path("new/setting/<slug:name>/", new.change_setting, name="office-proposal-setting"),
    path("new/handbook/<slug:name>/", new.change_book, name="office-proposal-handbook"),
    path("new/edition/<slug:name>/", new.change_edition, name="office-proposal-edition"),
    path("<int:number>/", pages.proposal, name="office-proposal"),
    path(_ADD, new.new, name="office-proposal-add"),
    path(f"{_ADD}table/<slug:name>/", new.table, name="office-proposal-add-table"),
    path(f"{_ADD}table/<slug:name>/<int:row>/", new.change_row, name="office-proposal-add-row"),
    path(f"{_ADD}setting/<slug:name>/", new.change_setting, name="office-proposal-add-setting"),
    path(f"{_ADD}handbook/<slug:name>/", new.change_book, name="office-proposal-add-handbook"),
    path(f"{_ADD}edition/<slug:name>/", new.change_edition, name="office-proposal-add-edition"),
    path("<int:number>/title/", new.rename, name="office-proposal-title"),
    path("<int:number>/remove/<int:which>/", new.remove, name="office-proposal-remove"),
    path("<int:number>/withdraw/", publishing.withdraw, name="office-rule-report-withdraw"),
    path(_RUN, pages.result, name="office-proposal-result"),
    path(f"{_RUN}publish/", publishing.publish, name="office-proposal-publish"),
]
