"""The claims about the Arcade Learning Environment (document ale), recomputed."""

from benchlib.claims.ale import emulator, planning, quoted, scales, settings

__all__ = ["emulator", "planning", "quoted", "scales", "settings"]
