"""Running C on the host's processor; `lp` does it."""

import logging

from loopy.target.c import CExecutor

__all__ = ["CExecutor", "logger"]

logger = logging.getLogger(__name__)
