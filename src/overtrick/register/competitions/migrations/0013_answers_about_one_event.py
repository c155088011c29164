from __future__ import annotations

from django.db import migrations


class Migration(migrations.Migration):
    """What was answered about one event is not taken for others any more: the usual status is forgotten."""

    dependencies = [("competitions", "0012_events_by_day")]

    operations = [
        migrations.RunSQL(
            "delete from competitions_usualanswer where word <> 'organiser' and word not like 'columns %'",
            migrations.RunSQL.noop,
            elidable=True,
        )
    ]
