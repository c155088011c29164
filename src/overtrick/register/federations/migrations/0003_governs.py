from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("federations", "0002_later")]

    operations = [
        migrations.AddField(
            model_name="federation",
            name="governs",
            field=models.CharField(
                choices=[("first day", "First Day"), ("last day", "Last Day")], default="first day", max_length=10
            ),
        ),
    ]
