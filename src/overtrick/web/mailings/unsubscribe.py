"""The page that the link at the end of a mail opens. To open it changes nothing; its button ends the mail.

Mail programs press the button for their reader (RFC 8058): they send the form without having seen the page, so it has
no token of its own. The signed link is enough, and all that it can do is to end mail.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from overtrick.register.accounts.models import User
from overtrick.register.mail import unsubscribe as links
from overtrick.register.messages import choices
from overtrick.register.messages.choices import Way
from overtrick.register.messages.kinds import Topic
from overtrick.web import access
from overtrick.web.mailings.choose import TOPICS


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest) -> HttpResponse:
    """Say which mail would end, and end it when the button is pressed."""
    access.federation(request)
    found = links.read(request.GET.get(links.KEY, ""), [each.value for each in TOPICS])
    user = User.objects.filter(pk=found.user).first() if found else None
    if found is None or user is None:
        return render(request, "mailings/unknown.html", status=404)
    topics = [Topic(each) for each in found.topics]
    if request.method == "POST":
        ended = dict.fromkeys(topics, Way.NEVER)
        choices.choose(user, ended, access.now(), "by the link in a mail")
    context = {"topics": [TOPICS[each][0] for each in topics], "done": request.method == "POST"}
    return render(request, "mailings/unsubscribe.html", context)
