"""Forms for a change: the cells of a row, an answer to a question of the handbook, or the words of another one."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.web.design.forms import Plain
from overtrick.web.office import confirm_form
from overtrick.web.office.confirm_form import Answers

_MOST = 1_000_000


class Proposal(Plain):
    """What a proposal is called and who asks; a change that is added to a proposal asks neither."""

    title = forms.CharField(
        label=gettext_lazy("What is it called?"),
        help_text=gettext_lazy("For example: top 40 % instead of a third. Do not write a person’s name."),
        max_length=200,
        error_messages={"required": gettext_lazy("Enter what the proposal is called")},
    )
    asked_by = forms.CharField(
        label=gettext_lazy("Who asks?"),
        help_text=gettext_lazy("For example: rules committee, 3 November, item 7."),
        max_length=200,
        required=False,
    )
    #: The revision of the draft that whoever adds a change has looked at.
    seen = forms.IntegerField(required=False, min_value=0, max_value=_MOST, widget=forms.HiddenInput)

    def of_a_draft(self, revision: int) -> None:
        """Ask only for the change."""
        del self.fields["title"], self.fields["asked_by"]
        self.fields["seen"].initial = revision

    def filled_in(self, title: str, asked_by: str, revision: int) -> None:
        """Show what a draft is called now."""
        for name, value in (("title", title), ("asked_by", asked_by), ("seen", revision)):
            self.fields[name].initial = value


class RowForm(Proposal):
    """Other cells of one row."""

    begins = confirm_form.day(
        gettext_lazy("From which day of play?"),
        gettext_lazy("Leave it empty if the change is for the whole season."),
        required=False,
    )

    def __init__(self, columns: list[str], row: list[str | int], *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self._cells = {}
        for at, (column, cell) in enumerate(zip(columns[1:], row[1:], strict=False)):
            self._cells[f"cell{at}"] = (column, cell)
            field: forms.Field = (
                forms.IntegerField(min_value=-_MOST, max_value=_MOST, widget=forms.TextInput)
                if isinstance(cell, int)
                else forms.CharField(max_length=200, required=False)
            )
            field.label, field.initial = column, cell
            self.fields[f"cell{at}"] = field

    def changed_cells(self) -> dict[str, str | int]:
        """Give the cells that are not as they were, by column."""
        given = {column: (self.cleaned_data.get(name), cell) for name, (column, cell) in self._cells.items()}
        return {column: new for column, (new, old) in given.items() if new != old and new is not None}

    def clean(self) -> Answers:
        """See that something is changed."""
        given = super().clean() or self.cleaned_data
        if not self.errors and not self.changed_cells():
            self.add_error(None, _("Change at least one of the cells"))
        return given


class SettingForm(Proposal):
    """Another answer to what the handbook leaves open."""

    to = forms.ChoiceField(
        label=gettext_lazy("Our answer"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose our answer")},
    )


class BookForm(Proposal):
    """Another handbook, with what it calls the statuses of ours."""

    def __init__(self, statuses: list[str], *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self._statuses = {f"status{at}": word for at, word in enumerate(statuses)}
        for name, word in self._statuses.items():
            label = _("What the other handbook calls the status “%(word)s”") % {"word": word}
            self.fields[name] = forms.CharField(label=label, max_length=60, required=False, initial=word)

    def status(self) -> dict[str, str]:
        """Give the words that are others."""
        given = {word: self.cleaned_data.get(name, "").strip() for name, word in self._statuses.items()}
        return {word: other for word, other in given.items() if other and other != word}
