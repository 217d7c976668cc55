"""A command without the libraries of its extra says what to install."""

import pytest

from mjsim.words.extras import extra
from mjsim.words.names import UsageError


def test_a_missing_library_is_a_sentence_with_what_installs_it():
    told = (r"^this needs nobody_has_this, which is an extra: "
            r"\.venv/bin/pip install -e '\.\[physics\]'$")  # fmt: skip
    with pytest.raises(UsageError, match=told), extra("physics"):
        import nobody_has_this  # noqa: F401


def test_a_missing_room_of_our_own_stays_an_error():
    with pytest.raises(ModuleNotFoundError, match="mjnobody"), extra("physics"):
        import mjnobody  # noqa: F401
