"""Environments for programs that learn: `Batch`, n matches in one array, stepped, listed, masked and observed by compiled code.

`muckle.envs.pettingzoo` and `muckle.envs.gymnasium` are the interfaces that learners know, each an extra of that name.
docs/environments.md shows all of it at work.
"""

from muckle.envs.batch import Batch

__all__ = ["Batch"]
