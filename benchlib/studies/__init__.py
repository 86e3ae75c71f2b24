"""Experiments about statistics: the documents' studies, carried out again."""
