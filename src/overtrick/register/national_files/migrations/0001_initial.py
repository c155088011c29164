from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Snapshots of the register, and what the files for scoring programs say of each player."""

    initial = True

    dependencies = [
        ("federations", "0004_look"),
        ("people", "0004_join_requests"),
    ]

    operations = [
        migrations.CreateModel(
            name="PublishedLine",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="people.player",
                    ),
                ),
                ("told", models.JSONField(default=dict)),
                ("changed", models.DateField()),
            ],
            options={"indexes": [models.Index(fields=["changed"], name="national_fi_changed_7b9241_idx")]},
        ),
        migrations.CreateModel(
            name="Snapshot",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                ("begun_at", models.DateTimeField()),
                ("done_at", models.DateTimeField(null=True)),
                ("reached", models.BigIntegerField(default=0)),
                ("players", models.PositiveIntegerField(default=0)),
                ("changed", models.PositiveIntegerField(default=0)),
                (
                    "federation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="federations.federation"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["federation", "day"], name="national_fi_federat_9a5eb1_idx")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("done_at__isnull", True)),
                        fields=("federation",),
                        name="one_snapshot_under_way",
                    )
                ],
            },
        ),
    ]
