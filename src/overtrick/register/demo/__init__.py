"""An invented federation for trials and measurements. The same seed gives the same bytes; nobody in it is real."""
