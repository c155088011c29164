from __future__ import annotations

from django.conf import settings
from django.db import migrations, models
from django.db.models import deletion


class Migration(migrations.Migration):
    """Findings in the book, and which organisations were checked."""

    initial = True

    dependencies = [
        ("competitions", "0011_finding_answers"),
        ("organisations", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="OrganisationCheck",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("looked_on", models.DateField()),
                ("years", models.JSONField(default=dict)),
                (
                    "organisation",
                    models.OneToOneField(
                        on_delete=deletion.CASCADE, related_name="book_check", to="organisations.organisation"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="BookFinding",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64)),
                ("code", models.CharField(max_length=60)),
                ("says", models.CharField(max_length=500)),
                ("clause", models.CharField(blank=True, max_length=60)),
                ("found_on", models.DateField()),
                ("gone", models.BooleanField(default=False)),
                ("answer", models.CharField(blank=True, max_length=500)),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "answered_by",
                    models.ForeignKey(
                        null=True, on_delete=deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "submission",
                    models.ForeignKey(
                        on_delete=deletion.CASCADE, related_name="book_findings", to="competitions.submission"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["gone", "answered_at"], name="book_findings_open")],
                "constraints": [models.UniqueConstraint(fields=("submission", "key"), name="book_finding_once")],
            },
        ),
    ]
