from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Events that are planned, the results that belong to them, and general meetings."""

    initial = True

    dependencies = [
        ("competitions", "0009_pending"),
        ("federations", "0004_look"),
        ("organisations", "0002_licences"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PlannedEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=60)),
                ("name", models.CharField(max_length=200)),
                ("begins", models.DateField()),
                ("ends", models.DateField()),
                ("answers", models.JSONField(default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[("planned", "Planned"), ("cancelled", "Cancelled")], default="planned", max_length=10
                    ),
                ),
                ("why_cancelled", models.CharField(blank=True, max_length=300)),
                ("allowed_because", models.CharField(blank=True, max_length=300)),
                ("revision", models.PositiveIntegerField(default=1)),
                ("planned_at", models.DateTimeField()),
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
                        related_name="planned_events",
                        to="organisations.organisation",
                    ),
                ),
                (
                    "planned_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="AttachedResult",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("attached_at", models.DateTimeField()),
                (
                    "attached_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "competition",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attached_result",
                        to="competitions.competition",
                    ),
                ),
                (
                    "planned",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="results",
                        to="programme.plannedevent",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="GeneralMeeting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="general_meetings",
                        to="organisations.organisation",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("organisation", "day"), name="general_meeting_once")],
            },
        ),
        migrations.AddIndex(
            model_name="plannedevent",
            index=models.Index(fields=["organisation", "begins"], name="programme_p_organis_621449_idx"),
        ),
        migrations.AddConstraint(
            model_name="plannedevent",
            constraint=models.CheckConstraint(
                condition=models.Q(("ends__isnull", True), ("ends__gte", models.F("begins")), _connector="OR"),
                name="planned_in_order",
            ),
        ),
    ]
