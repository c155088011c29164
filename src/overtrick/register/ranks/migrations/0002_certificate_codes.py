"""Every promotion has a certificate with a code, those of before too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import migrations, models

import overtrick.register.ranks.certificate_codes

if TYPE_CHECKING:
    from django.apps.registry import Apps
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_TOGETHER = 1_000


def draw(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Give every promotion of before a code."""
    promotions = apps.get_model("ranks", "Promotion").objects
    while some := list(promotions.filter(code__isnull=True)[:_TOGETHER]):
        for each in some:
            each.code = overtrick.register.ranks.certificate_codes.new_code()
        promotions.bulk_update(some, ["code"])


class Migration(migrations.Migration):
    dependencies = [("ranks", "0001_initial")]

    operations = [
        migrations.AddField("promotion", "code", models.CharField(max_length=12, null=True)),
        migrations.RunPython(draw, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            "promotion",
            "code",
            models.CharField(default=overtrick.register.ranks.certificate_codes.new_code, max_length=12, unique=True),
        ),
    ]
