"""The tickets of a searcher over all its positions, with the answers and the counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from ...errors import BadParameter
from ...limits import Limit
from ..evaluation.evaluation import Evaluation
from ..parallel.root_parallel import RootParallel
from ..running import Running
from ..selection.rule import SelectionRule
from ..turns import Turns
from .answers import AnswerCache, Checked
from .desk import Desk
from .evaluation import AnswersFromOutside
from .tickets import AskReport, Ticket

__all__ = ["AskSession"]


class AskSession:
    """The tickets of a searcher, over all its positions.

    A selection rule may need priors. Otherwise the first answer shows whether there are any:
    then the search begins again with priors, and keeps the answers so far.

    Args:
        running: the runs of the searcher.
        begin: constructs empty trees at the present position, with an evaluation.
        rule: the selection rule that the user asked for, or None.
        answers: where answers are kept.

    Attributes:
        report: what became of the tickets.
        answers: as given.
        desk: the tickets of the present tree.
        undecided: whether no answer has shown yet if there are priors.
        base: simulations of the tree before this root, or before this run.

    """

    def __init__(
        self,
        running: Running,
        begin: Callable[[Evaluation], RootParallel],
        rule: SelectionRule | None,
        answers: AnswerCache,
    ) -> None:
        self.report = AskReport()
        self._running = running
        self._begin = begin
        self.answers = answers
        game = running.trees.first.game
        needs_priors = game.asks_evaluator or (rule is not None and rule.needs_priors)
        self.undecided = not needs_priors
        self.desk = self._new_desk(needs_priors, 0)

    @property
    def open_tickets(self) -> list[Ticket]:
        """The open tickets, the oldest first."""
        return self.desk.open_tickets

    @property
    def solved(self) -> bool:
        """True if it is proven which move is best at the root."""
        return self.desk.engine.solved

    @property
    def saturated(self) -> bool:
        """True if no further position can be chosen before an answer comes."""
        return self.desk.saturated

    @property
    def simulations(self) -> int:
        """Simulations since this position became the root, or since the run began."""
        return self.desk.engine.simulations - self.base

    @property
    def turns(self) -> Turns:
        """Who has the trees, and whether the run is to stop."""
        return self._running.turns

    def begin_with_priors(self) -> None:
        """Begin the tree again, for answers with priors; keep tickets and answers."""
        if not self.desk.guided:
            self.desk = self._new_desk(True, self.desk.next_id, self.desk)

    def begin_run(self) -> None:
        """Count simulations from here on."""
        self.base = self.desk.engine.simulations

    def close(self, tickets: Sequence[Ticket]) -> None:
        """Close tickets without answers: a run has ended, and nobody evaluates them."""
        for ticket in reversed(tickets):
            self.desk.close(ticket)

    def expire(self, tickets: Sequence[Ticket]) -> None:
        """Close tickets as if their deadline had passed: the search cannot go on without."""
        self.close(tickets)
        self.report.expired += len(tickets)

    def leave_root(self) -> None:
        """Close all tickets: another position becomes the root."""
        self.desk.close_all()
        self.begin_run()

    def ask(
        self,
        wanted: int,
        limit: Limit,
        *,
        deadline: float | None = None,
        halted: Callable[[], bool] = lambda: False,
    ) -> list[Ticket]:
        """Return new tickets: see `Desk.ask`."""
        most = math.inf if limit.simulations is None else self.base + limit.simulations
        found = self.desk.ask(wanted, deadline, limit.memory_or_default(), most, halted)
        self._running.simulations = self.simulations
        return found

    def tell(self, ticket: Ticket, answer: Checked, cost: float) -> bool:
        """Take a checked answer; return True if it counts in the tree now.

        Raises:
            BadParameter: if the ticket is another searcher's, or if the answer has priors and
                the first one had none.

        """
        desk = self.desk
        if not desk.knows(ticket):
            raise BadParameter(f"ticket {ticket.id} is not one of this searcher")
        if answer.priors is not None and not desk.guided:
            if not self.undecided:
                raise BadParameter(
                    f"the answer for ticket {ticket.id} has priors, and the first answer had "
                    "none: give them from the first answer on"
                )
            self.begin_with_priors()
        self.undecided = False
        counted = self.desk.tell(ticket, answer, cost)
        self._running.simulations = self.simulations
        return counted

    def give_up(self, ticket: Ticket) -> None:
        """Let a position that nobody could evaluate count as the mean of the search so far."""
        self.desk.give_up(ticket)

    def _new_desk(self, guided: bool, first_id: int, before: Desk | None = None) -> Desk:
        trees = self._begin(AnswersFromOutside(guided))
        desk = Desk(trees.first, self.answers, self.report, first_id)
        if before is not None:
            desk.adopt(before)
        self.base = 0
        return desk
