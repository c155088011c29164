"""ABF Masterpoint Scheme with the fees of 1 April 2024."""
