from __future__ import annotations

from datetime import UTC, date

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.models.functions import TruncDate


def by_the_record(apps: Apps, _schema_editor: object) -> None:
    """What was granted so far was granted on the day on which it was entered."""
    apps.get_model("organisations", "Licence").objects.update(granted_on=TruncDate("granted_at", tzinfo=UTC))


class Migration(migrations.Migration):
    """The day on which a licence was granted, which may be before it was entered."""

    dependencies = [("organisations", "0007_what_decides_the_fee_of_licences")]

    operations = [
        migrations.AddField(
            model_name="licence",
            name="granted_on",
            field=models.DateField(default=date(1970, 1, 1)),
            preserve_default=False,
        ),
        migrations.RunPython(by_the_record, migrations.RunPython.noop, elidable=True),
    ]
