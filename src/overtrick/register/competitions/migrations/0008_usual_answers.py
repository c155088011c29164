from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """What an organisation answers to a question that several of its files ask."""

    dependencies = [
        ("competitions", "0007_event_records"),
        ("organisations", "0002_licences"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="UsualAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("word", models.CharField(max_length=60)),
                ("about", models.CharField(blank=True, max_length=200)),
                ("said", models.CharField(max_length=300)),
                ("said_at", models.DateTimeField()),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="usual_answers",
                        to="organisations.organisation",
                    ),
                ),
                (
                    "said_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("organisation", "word", "about"), name="usual_answer_once")
                ],
            },
        ),
    ]
