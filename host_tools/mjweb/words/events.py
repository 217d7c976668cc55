"""An event's sentence in a language: the machine's own form of it, told, with its words told."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from functools import cache

from mjtool.dictionary import Dictionary, load
from mjtool.message import Event
from mjtool.sentences import sentence

from . import DEFAULT, LANGUAGES
from .machine import told

WORDS = ("str", "words")
"""Kinds of fields whose value is a word of the machine, a name or what was done."""
STOPS = {"zh-Hant": "。", "zh-Hans": "。"}


@cache
def dictionary(language: str) -> Dictionary:
    """The machine's dictionary with forms, reasons and faults' names in a language."""
    data = deepcopy(load().data)
    for event in data["events"]:
        event["text"] = told(language, event["text"])
    for reason in data["reasons"]:
        reason["text"] = told(language, reason["text"])
    for fault in data["faults"].values():
        fault["name"] = told(language, fault["name"])
    return Dictionary(data)


def word(language: str, field: str, value: str) -> str:
    """A word; one that has another meaning in this field stands in the file with the field."""
    plain = value.replace("_", " ")
    own = told(language, f"{field} {plain}")
    return told(language, plain) if own == f"{field} {plain}" else own


def sentence_in(language: str, event: Event) -> str:
    """The event in words, as `mjtool.sentences.sentence` has it in English."""
    row = load().events.get(event.name)
    if language == DEFAULT or row is None:
        return sentence(event)
    kinds = {key["name"]: key["kind"] for key in row["keys"]}
    fields = {name: word(language, name, value) if kinds.get(name) in WORDS else value
              for name, value in event.fields.items()}
    text = sentence(replace(event, fields=fields), dictionary(language))
    return text.removesuffix(".") + STOPS.get(language, ".")


def sentences(event: Event) -> dict[str, str]:
    """The event in every language."""
    return {language: sentence_in(language, event) for language in LANGUAGES}
