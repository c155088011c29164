from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """The latest events are found by their day: a list of a hundred sorts no hundred thousand."""

    dependencies = [
        ("competitions", "0011_finding_answers"),
        ("federations", "0004_look"),
        ("organisations", "0007_what_decides_the_fee_of_licences"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="competition",
            index=models.Index(fields=["federation", "begins"], name="competition_federat_dd36cd_idx"),
        ),
    ]
