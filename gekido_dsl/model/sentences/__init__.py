"""Sentences and blocks become statements: the verb table, decisions, and what each verb needs. All is used from here.

Invariants:
    Every phrase of a sentence that leaves a choice open is a slot of the sentence's one decision.
    Where several are chosen, the act is done on each as it is chosen; chance comes after all choices of its sentence.
"""

from gekido_dsl.model.sentences.frames import WORDS, usage
from gekido_dsl.model.sentences.marks import cite_list
from gekido_dsl.model.sentences.sentences import Sentences

__all__ = ["WORDS", "Sentences", "cite_list", "usage"]
