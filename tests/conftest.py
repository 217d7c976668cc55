"""For all tests: Hypothesis watches no clock, because other programs may run beside them.

`mjsim` comes early: which loops the firmware runs is settled when its modules are imported.
"""

from hypothesis import HealthCheck, settings

import mjsim  # noqa: F401

settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
