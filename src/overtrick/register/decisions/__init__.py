"""What people decided: who, when, what, why, by which clause. Never changed."""
