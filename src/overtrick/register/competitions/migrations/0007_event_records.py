from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """A column that may be empty is added without making the table again, so that its rows stay as they were kept."""

    dependencies = [("competitions", "0006_stored_drafts")]
    operations = [migrations.AddField("storedevent", "record", models.TextField(null=True))]
