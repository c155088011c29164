from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import overtrick.register.ranks.certificate_codes


class Migration(migrations.Migration):
    """Extracts of records with a code."""

    initial = True

    dependencies = [
        ("people", "0004_join_requests"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Extract",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                ("rank", models.CharField(blank=True, max_length=60)),
                ("units", models.JSONField()),
                ("standing", models.CharField(blank=True, max_length=12)),
                ("suspended", models.BooleanField(default=False)),
                ("edition", models.CharField(max_length=20)),
                (
                    "code",
                    models.CharField(
                        default=overtrick.register.ranks.certificate_codes.new_code, max_length=12, unique=True
                    ),
                ),
                ("made_at", models.DateTimeField()),
                ("by_player", models.BooleanField()),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="extracts", to="people.player"
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["player", "day"], name="extracts_ex_player__b6aff8_idx")]},
        ),
    ]
