from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Count",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=40, unique=True)),
                ("tries", models.PositiveIntegerField()),
                ("began", models.BigIntegerField()),
                ("until", models.BigIntegerField(default=0)),
                ("ends", models.BigIntegerField(db_index=True)),
            ],
        ),
    ]
