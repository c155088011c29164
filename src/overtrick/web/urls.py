"""The table of addresses."""

from __future__ import annotations

from django.urls import include, path

from overtrick.web import tasks
from overtrick.web.design import languages, theme

handler500 = "overtrick.web.request_log.server_error"

urlpatterns = [
    path("", include("overtrick.web.player.urls")),
    path("", include("overtrick.web.public.urls")),
    path("", include("overtrick.web.accounts.urls")),
    path("", include("overtrick.web.mailings.urls")),
    path("", include("overtrick.web.club.urls")),
    path("office/", include("overtrick.web.office.urls")),
    path("", include("overtrick.api.page_urls")),
    path("help/", include("overtrick.web.help.urls")),
    path("tasks/<int:pk>/", tasks.task, name="task"),
    path("look.css", theme.sheet, name="look"),
    path("crest", theme.crest, name="crest"),
    path("language/<slug:code>/", languages.choose, name="language"),
]
