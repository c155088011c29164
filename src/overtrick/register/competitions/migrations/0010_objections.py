from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """What an organiser may not have posted by itself, and who may approve it."""

    dependencies = [("competitions", "0009_pending")]

    operations = [
        migrations.AddField(
            model_name="submission",
            name="held_for",
            field=models.CharField(blank=True, default="", max_length=10),
        ),
        migrations.AddField(
            model_name="submission",
            name="objections",
            field=models.JSONField(default=list),
        ),
    ]
