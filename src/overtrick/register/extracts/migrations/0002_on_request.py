"""An extract says whether somebody asked for it: a copy of the record may cost a fee."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import migrations, models

if TYPE_CHECKING:
    from django.apps.registry import Apps
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def mark_charged(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Say of the extracts that a fee was charged for that they were asked for, one for each charge."""
    extracts, charges = apps.get_model("extracts", "Extract").objects, apps.get_model("money", "Charge").objects
    copies = charges.filter(cause="copy of a record", reverses=None).order_by("pk")
    for player, day in copies.values_list("player_id", "caused_on"):
        made = extracts.filter(player_id=player, made_at__date=day, on_request=False).order_by("-by_player", "pk")
        extracts.filter(pk__in=list(made.values_list("pk", flat=True)[:1])).update(on_request=True)


class Migration(migrations.Migration):
    dependencies = [("extracts", "0001_initial"), ("money", "0005_shares")]

    operations = [
        migrations.AddField("extract", "on_request", models.BooleanField(default=False)),
        migrations.RunPython(mark_charged, migrations.RunPython.noop, elidable=True),
    ]
