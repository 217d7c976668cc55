"""The play view: the hand scored and paid on a phone, by taps.

`kept` are drafts on the disk, `desk` what may be done with a match, `board` what is shown of it,
`rooms` the addresses.
"""

from .desk import Desk as Desk
from .rooms import ROUTES as ROUTES
