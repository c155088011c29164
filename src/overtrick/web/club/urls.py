"""The addresses of clubs, counties and states."""

from __future__ import annotations

from django.urls import path

from overtrick.web.club import (
    approvals,
    choose_organisation,
    decision,
    event_kind,
    files,
    invitations,
    licences,
    members,
    members_import,
    national_files,
    officers,
    one_file,
    overview,
    preview,
    register_member,
    season_games,
    season_matches,
    seasons,
    submission,
    submission_list,
    upload,
    who_is_who,
)
from overtrick.web.club.by_hand import views as by_hand

_ONE = "club/<int:organisation>"
_SEASON = f"{_ONE}/seasons/<int:season>"
_SUBMISSION = f"{_ONE}/submissions/<int:submission>"

urlpatterns = [
    path("downloads/", national_files.downloads, name="downloads"),
    path("downloads/<str:name>", national_files.download, name="download"),
    path("club/", choose_organisation.choose, name="club"),
    path(f"{_ONE}/", overview.desk, name="club-desk"),
    path(f"{_ONE}/upload/", upload.upload, name="club-upload"),
    path(f"{_ONE}/files/", files.files, name="club-files"),
    path(f"{_ONE}/files/done/", files.done, name="club-files-done"),
    path(f"{_ONE}/files/<int:upload>/", one_file.answers, name="club-file"),
    path(f"{_ONE}/files/<int:upload>/download/", one_file.download, name="club-file-download"),
    path(f"{_ONE}/by-hand/", by_hand.new, name="club-by-hand"),
    path(f"{_ONE}/by-hand/<int:submission>/", by_hand.again, name="club-by-hand-again"),
    path(f"{_ONE}/seasons/", seasons.seasons, name="club-seasons"),
    path(f"{_ONE}/seasons/new/<str:contest>/", seasons.new, name="club-season-new"),
    path(f"{_SEASON}/", seasons.season, name="club-season"),
    path(f"{_SEASON}/do/", seasons.act, name="club-season-act"),
    path(f"{_SEASON}/round/", season_matches.add, name="club-season-round"),
    path(f"{_SEASON}/game/", season_games.game, name="club-season-game"),
    path(f"{_SEASON}/entrants/", seasons.entrants, name="club-season-entrants"),
    path(f"{_SEASON}/rounds/<int:number>/<int:place>/", season_matches.match, name="club-season-match"),
    path(f"{_ONE}/who/", who_is_who.name_of, name="club-who"),
    path(f"{_ONE}/submissions/", submission_list.history, name="club-submissions"),
    path(f"{_SUBMISSION}/", submission.submission, name="club-submission"),
    path(f"{_SUBMISSION}/preview/", preview.preview, name="club-preview"),
    path(f"{_SUBMISSION}/kind/", event_kind.event_kind, name="club-event-kind"),
    path(f"{_SUBMISSION}/players/", who_is_who.players, name="club-players"),
    path(f"{_SUBMISSION}/done/", preview.done, name="club-done"),
    path(f"{_SUBMISSION}/correct/", submission.correct, name="club-correct"),
    path(f"{_SUBMISSION}/held/<int:held>/", submission.held, name="club-held"),
    path(f"{_SUBMISSION}/decide/", decision.decide, name="club-decide"),
    path(f"{_SUBMISSION}/awards.<str:form>", submission.download, name="club-download"),
    path(f"{_ONE}/members/", members.members, name="club-members"),
    path(f"{_ONE}/members/new/", register_member.new, name="club-newcomer"),
    path(f"{_ONE}/members/list/", members_import.bring, name="club-members-list"),
    path(f"{_ONE}/members/invite/", invitations.invite_all, name="club-invite"),
    path(f"{_ONE}/members/codes/", invitations.codes, name="club-codes"),
    path(f"{_ONE}/members/joining/<int:asked>/", register_member.join, name="club-join"),
    path(f"{_ONE}/members/<int:player>/", members.member, name="club-member"),
    path(f"{_ONE}/members/<int:player>/address/", invitations.address, name="club-member-address"),
    path(f"{_ONE}/officers/", officers.officers, name="club-officers"),
    path(f"{_ONE}/officers/new/", officers.appoint, name="club-officer-new"),
    path(f"{_ONE}/officers/<int:officer>/end/", officers.end, name="club-officer-end"),
    path(f"{_ONE}/licences/", licences.licences, name="club-licences"),
    path(f"{_ONE}/licences/new/", licences.new, name="club-licence-new"),
    path(f"{_ONE}/licences/<int:licence>/", licences.end, name="club-licence-end"),
    path(f"{_ONE}/approvals/", approvals.approvals, name="club-approvals"),
]
