"""Environments for reinforcement learning.

`Batch` steps, masks and observes many matches at once in compiled code. `muckle.envs.pettingzoo`, `muckle.envs.gymnasium` and
`muckle.envs.openspiel` are interfaces of those libraries; each needs the extra of its name. docs/environments.md shows how to
use them.
"""

from muckle.envs.batch import Batch

__all__ = ["Batch"]
