"""Lessons: short positions on the real board, with something to do and what comes of it.

A lesson is data in its title's folder `lessons/`: one TOML file each, in the order of their names,
and a catalogue of messages per language. `docs/write-a-title.md` describes the files.
"""

from openoutcry.lessons.lesson import Lesson, LessonError, find, lessons_of

__all__ = ["Lesson", "LessonError", "find", "lessons_of"]
