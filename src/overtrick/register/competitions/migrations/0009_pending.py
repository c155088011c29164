from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """Points of an event that is not over, which are not due yet."""

    dependencies = [("competitions", "0008_usual_answers")]

    operations = [
        migrations.AddField(
            model_name="heldcredit",
            name="pending",
            field=models.BooleanField(default=False),
        ),
    ]
