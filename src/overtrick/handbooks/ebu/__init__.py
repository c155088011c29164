"""The English Bridge Union's handbook."""
