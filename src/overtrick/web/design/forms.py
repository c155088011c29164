"""How forms are shown: label, hint, error and field, with all errors at the top."""

from __future__ import annotations

from django import forms


class Plain(forms.Form):
    """A form as every page shows it: ``{{ form }}`` is enough in a template."""

    template_name = "design/form.html"
    use_required_attribute = False  # our sentences tell what is missing, in the reader's language

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.label_suffix = ""
        for name, field in self.fields.items():
            if field.required and field.error_messages["required"] == forms.Field.default_error_messages["required"]:
                label = str(field.label or name.replace("_", " "))
                field.error_messages["required"] = f"Enter {label[0].lower()}{label[1:]}"
