"""What only asks which option was chosen is settled, where the options are known."""

from dataclasses import replace

from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc.english.phrases import Phrases
from gekido_dsl.syntax import nodes as s


class Settling(Phrases):
    """Settles conditions by the options that are chosen."""

    def settled(self, cond: s.Cond | None) -> s.Cond | bool:
        """Settles what a condition says of options: what is left of it, or whether it holds."""
        match cond:
            case None:
                return True
            case s.Test():
                chosen = self._chosen(cond)
                return cond if chosen is None or self.answers is None else chosen
            case s.Logic(operator=operator, parts=parts):
                ends = operator == "or"
                left: list[s.Cond] = []
                for part in parts:
                    found = self.settled(part)
                    if found is ends:
                        return ends
                    if not isinstance(found, bool):
                        left.append(found)
                if not left:
                    return not ends
                return left[0] if len(left) == 1 else replace(cond, parts=tuple(left))
            case _:
                return cond

    def option(self, test: s.Test) -> m.Option | None:
        """Gives the option that a test asks for; None when it asks for something else."""
        if not isinstance(test.subject, s.Noun) or test.subject.name is None:
            return None
        key = self.meaning(test.subject.name)
        return key if isinstance(key, m.Option) else None

    def _chosen(self, test: s.Test) -> bool | None:
        option, predicate = self.option(test), test.predicate
        if option is None or not isinstance(predicate, s.Is) or not isinstance(predicate.operand, s.Noun):
            return None
        answers = self.answers or {}
        chosen = answers.get(option.name, option.answers.members[0])
        wanted = predicate.operand.name
        if wanted is None:
            return None
        return (chosen == wanted.text) is not predicate.negated

    def guarded(self, guard: s.Guard | None) -> s.Guard | bool | None:
        """Settles the options of a guard: what is left, False where it never holds, None where it says nothing."""
        if guard is None or guard.condition is None:
            return guard
        left = self.settled(guard.condition)
        if isinstance(left, bool):
            return None if left is (guard.kind == "if") else False
        return replace(guard, condition=left)
