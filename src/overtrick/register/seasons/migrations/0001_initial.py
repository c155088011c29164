from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Knock-outs, leagues and ladders that are played over a season."""

    initial = True

    dependencies = [
        ("competitions", "0009_pending"),
        ("federations", "0001_initial"),
        ("organisations", "0002_licences"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SeasonEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200)),
                ("begins", models.DateField()),
                ("contest", models.CharField(max_length=20)),
                ("notes", models.JSONField()),
                ("revision", models.PositiveIntegerField(default=1)),
                ("started_at", models.DateTimeField()),
                (
                    "competition",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="season_event",
                        to="competitions.competition",
                    ),
                ),
                (
                    "federation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="federations.federation"
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="season_events",
                        to="organisations.organisation",
                    ),
                ),
                (
                    "started_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["organisation", "begins"], name="seasons_sea_organis_c0c4df_idx"),
                ],
            },
        ),
    ]
