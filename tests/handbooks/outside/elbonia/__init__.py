"""An invented federation's handbook, which lives outside the package."""
