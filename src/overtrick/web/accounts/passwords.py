"""Passwords: change one, or choose a new one if it is forgotten. Django's own forms in our design."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm, PasswordResetForm, SetPasswordForm
from django.contrib.auth.views import PasswordResetConfirmView
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe
from django.views.generic import FormView

from overtrick.register.accounts.models import User

_LOOK = "design/form.html"


class PasswordForm(PasswordChangeForm):
    """The old password, and the new one twice."""

    template_name = _LOOK


class Forgotten(PasswordResetForm):
    """The e-mail address that a link is sent to."""

    template_name = _LOOK


class NewPasswordForm(SetPasswordForm):  # type: ignore[type-arg]  # it takes none when it runs
    """The new password, twice."""

    template_name = _LOOK


class ChooseNew(PasswordResetConfirmView):
    """Whoever has the link chooses a new password. The form carries the link on; to open it writes no session."""

    @method_decorator((sensitive_post_parameters(), never_cache))
    def dispatch(self, request: HttpRequest, *args: str, **kwargs: str) -> HttpResponseBase:
        """Let in whoever has a link that was not used yet."""
        self.user = self.get_user(kwargs["uidb64"])
        self.validlink = self.token_generator.check_token(self.user, kwargs["token"])
        if not self.validlink:
            return self.render_to_response(self.get_context_data())
        return FormView.dispatch(self, request, *args, **kwargs)

    def form_valid(self, form: SetPasswordForm[User]) -> HttpResponse:
        """Take the password."""
        form.save()
        return FormView.form_valid(self, form)


@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """What can be set about my account."""
    return render(request, "accounts/account.html")


@require_safe
def sent(request: HttpRequest) -> HttpResponse:
    """The same page whether or not the address is known."""
    return render(request, "accounts/sent.html")
