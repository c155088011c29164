"""``overtrick formats``: what can be read and what can be written."""

from __future__ import annotations

from overtrick.cli import output
from overtrick.formats.forms import FORMS


def formats(*, as_json: bool) -> int:
    """Print the formats; the exit code."""
    from overtrick.formats.recognise import FORMATS

    if as_json:
        read = [{"format": each.name, "written_by": each.written_by, "reads": each.reads} for each in FORMATS]
        written = [{"to": to, "ending": form.ending, "holds": form.says} for to, form in FORMS.items()]
        output.print_json({"read": read, "write": written})
        return output.GOOD
    output.say("Files that can be read (recognised by their content, not by their names):\n")
    rows = [(each.name, each.written_by, each.reads) for each in FORMATS]
    output.table(("Format", "Written by", "What is read"), rows)
    output.say("\nForms that can be written with overtrick convert FILE --to FORM:\n")
    output.table(("Form", "Ending", "What it is"), [(to, form.ending, form.says) for to, form in FORMS.items()])
    return output.GOOD
