"""The claims of the retention study (document bbf), recomputed."""

from benchlib.claims.bbf import agreement, design, records, squared_error

__all__ = ["agreement", "design", "records", "squared_error"]
