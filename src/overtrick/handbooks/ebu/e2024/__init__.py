"""EBU Master Points and Licensing Handbook, in force from April 2024."""
