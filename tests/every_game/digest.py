"""Play every preset of every game and print a hash of all that happened; run in several modes by test_processes."""

import hashlib
import sys

from every_game.walks import mixed, walk


def main(mixtures: int) -> None:
    """Print one line per case: its name, the number of decisions, and a hash of states, choices, draws and scores."""
    for case in mixed(mixtures):
        digest, decisions = hashlib.sha256(), 0
        for seed in range(2):
            for position, actions, action in walk(case, seed):
                digest.update(f"{actions} {action} {position.drew()} {position.scores()}".encode())
                digest.update(position.state.tobytes())
                if decisions % 5 == 0 and not position.over:
                    other = position.copy()
                    other.resample(position.turn, 77)
                    digest.update(other.state.tobytes())
                decisions += 1
        print(case, decisions, digest.hexdigest())


main(int(sys.argv[1]))
