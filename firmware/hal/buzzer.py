"""The beeper (pin BUZZ, MLT-8530): short patterns, stepped once a scan, never waiting.

Pattern numbers are those of `outputs.beep`: 1 a key that does nothing now, 2 done or look here.
A new pattern replaces one that still sounds.
"""

from mjtable.scan.clock import MASK, passed

TONE_HZ = 2_700  # the part is loudest there
DUTY = 32_768  # half on: the loudest
# Milliseconds on, off, on ...; a pattern ends after its last "on".
PATTERNS = (
    (),
    (60,),
    (150, 100, 150),
)


class Buzzer:
    """`pwm`: a PWM at TONE_HZ with duty 0."""

    def __init__(self, pwm):
        self._duty = pwm.duty_u16
        self._pattern = PATTERNS[0]
        self._at = 0
        self._due = 0

    def step(self, beep, now_ms):
        """Start pattern `beep` when it is not 0 (an unknown one sounds like 1), or go on."""
        if beep:
            self._pattern = PATTERNS[beep] if beep < len(PATTERNS) else PATTERNS[1]
            self._at = -1
        elif not self._pattern or not passed(now_ms, self._due):
            return
        self._at += 1
        if self._at == len(self._pattern):
            self.stop()
            return
        self._due = (now_ms & MASK) + self._pattern[self._at] & MASK
        self._duty(0 if self._at & 1 else DUTY)

    def stop(self):
        """Silence at once: the pattern is over, or power is failing."""
        self._duty(0)
        self._pattern = PATTERNS[0]
