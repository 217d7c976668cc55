"""What a page says where an error of the tool names a command of the terminal.

Flash and bench raise errors for both; a person at a page has buttons in place of commands.
"""

PHRASES = (
    ("run `mjtool flash --rollback`", "go back to the firmware before, on the page Firmware"),
    (", then `mjtool status`; if nobody answers", "; if this page does not find the table then"),
    (", then `mjtool status`; otherwise", "; if this page does not find the table then"),
    (" (`mjtool status`)", ""),
    ("with `mjtool flash --release`", "from the folder that the page Firmware names"),
    (", or name a downloaded release with --release", ", or put a downloaded release there"),
    ("name the ZIP or the folder of a release with --release",
     "put the ZIP or the folder of a release there"),
    (" with --release", " into the folder that the page Firmware names"),
    (", or name the table's port with --port", ", or start the dashboard with the table's port"),
    ("name the table's with --port or ", "start the dashboard with the table's port, or "),
    ("`mjtool flash` puts", "the page Firmware puts"),
    ("update with `mjtool flash`", "update on the page Firmware"),
    ("give the same command again", "press the same button again"),
    ("name a JSON report of `mjtool bench`", "try everything once more on the page Bench"),
    ("it was served with --speed: what", "what"),
    ("it was served with --speed, or this computer has no time for it",
     "it was started at another speed, or its computer has no time for it"),
    ("serve it at speed 1, or give --any-speed and do not rely on the verdicts",
     "try everything at a table that runs in real time"),
    (": without them this is no acceptance (--complete makes it exit code 5)",
     ": without them this is no acceptance"),
    ("run `mjtool bench all` once without --against",
     "try everything once more on the page Bench"),
)


def on_page(text: str) -> str:
    """The text with buttons in place of commands."""
    for command, button in PHRASES:
        text = text.replace(command, button)
    return text
