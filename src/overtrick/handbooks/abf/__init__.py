"""The Australian Bridge Federation's masterpoint scheme."""
