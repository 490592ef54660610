"""Environments for programs that learn: `Batch`, n matches in one array, stepped, listed, masked and observed by compiled code.

docs/environments.md shows it at work.
"""

from muckle.envs.batch import Batch

__all__ = ["Batch"]
