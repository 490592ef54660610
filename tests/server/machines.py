"""How the state machines of tables are run, and how long."""

from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test


def run(machine: type[RuleBasedStateMachine], examples: int, steps: int) -> None:
    """Run a state machine on the same examples each time.

    Raises:
        AssertionError: something did not hold.
    """
    few = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[*HealthCheck],
        report_multiple_bugs=False,
        phases=["generate"],  # pyright: ignore[reportArgumentType]  # a break need not be the shortest one
    )
    run_state_machine_as_test(machine, settings=few)
