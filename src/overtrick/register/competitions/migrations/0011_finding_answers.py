from __future__ import annotations

from django.conf import settings
from django.db import migrations, models
from django.db.models import deletion


class Migration(migrations.Migration):
    """What was answered to findings before an event was submitted."""

    dependencies = [
        ("competitions", "0010_objections"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="FindingAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=64)),
                ("code", models.CharField(max_length=60)),
                ("finding", models.CharField(max_length=500)),
                ("clause", models.CharField(blank=True, max_length=60)),
                ("answer", models.CharField(max_length=500)),
                ("answered_at", models.DateTimeField()),
                (
                    "answered_by",
                    models.ForeignKey(on_delete=deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=deletion.CASCADE, related_name="finding_answers", to="competitions.competition"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("competition", "key"), name="finding_answered_once")],
            },
        ),
    ]
