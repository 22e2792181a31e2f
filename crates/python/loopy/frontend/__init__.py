"""Names that stand elsewhere in Loo.py."""
