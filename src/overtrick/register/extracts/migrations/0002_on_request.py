from __future__ import annotations

from typing import Any

from django.db import migrations, models


def mark_charged(apps: Any, schema_editor: Any) -> None:
    """Say of the extracts that a fee was charged for that they were asked for, one for each charge."""
    del schema_editor
    extract, charge = apps.get_model("extracts", "Extract"), apps.get_model("money", "Charge")
    rows = charge._base_manager.filter(cause="copy of a record", reverses=None)
    for player, day in rows.order_by("pk").values_list("player_id", "caused_on"):
        made = extract._base_manager.filter(player_id=player, made_at__date=day, on_request=False)
        first = made.order_by("-by_player", "pk").first()
        if first is not None:
            first.on_request = True
            first.save(update_fields=["on_request"])


class Migration(migrations.Migration):
    """An extract says whether somebody asked for it: a copy of the record may cost a fee."""

    dependencies = [("extracts", "0001_initial"), ("money", "0005_shares")]

    operations = [
        migrations.AddField("extract", "on_request", models.BooleanField(default=False)),
        migrations.RunPython(mark_charged, migrations.RunPython.noop),
    ]
