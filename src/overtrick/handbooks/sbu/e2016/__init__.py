"""The guide for clubs of 1 September 2016."""
