"""A forgotten password: to open the page changes nothing, to send it does."""

from __future__ import annotations

import re

from django.core import mail
from django.test import Client

from overtrick.register.accounts.models import User
from overtrick.web.accounts.models import Session
from tests.web.cast import PASSWORD, Cast, Role


def test_the_link_for_a_forgotten_password_works_once_and_opening_it_changes_nothing(cast: Cast) -> None:
    user = User.objects.get(pk=cast.users[Role.SECRETARY].pk)
    user.set_password(PASSWORD)
    user.save()
    browser = Client()
    browser.post("/forgotten/", {"email": user.email})
    (link,) = re.findall(r"/forgotten/\S+", str(mail.outbox[0].body))
    for _ in range(2):
        assert "new_password1" in browser.get(link).content.decode()
    assert not Session.objects.exists()
    chosen = {"new_password1": "four spades doubled", "new_password2": "four spades doubled"}
    assert browser.post(link, chosen).status_code == 302
    assert User.objects.get(pk=cast.users[Role.SECRETARY].pk).check_password("four spades doubled")
    assert "new_password1" not in browser.get(link).content.decode()
    assert browser.post(link, dict.fromkeys(chosen, "five diamonds")).status_code == 200
    assert User.objects.get(pk=cast.users[Role.SECRETARY].pk).check_password("four spades doubled")
