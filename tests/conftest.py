"""For all tests."""

import signal

from hypothesis import HealthCheck, settings

# The same examples in every run, so that red means changed; and no deadlines, which would measure the machine.
settings.register_profile("house", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")

# A shell that runs the tests in the background has them ignore Ctrl+C, and the rooms they start would, too.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
