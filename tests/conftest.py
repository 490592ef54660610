"""For all tests."""

from hypothesis import HealthCheck, settings

# The same examples in every run, so that red means changed; and no deadlines, which would measure the machine.
settings.register_profile("house", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
