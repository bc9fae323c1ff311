"""Two clients do anything at all; a model of the rules of the table says what comes of it."""

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from gametree import games
from gametree.record import Record

from .live import HUMAN, serving

SEATS = st.sampled_from([0, 1])
OFFERS = st.sampled_from(["draw", "undo", "rematch"])


class Session(RuleBasedStateMachine):
    table = None

    @initialize()
    def begin(self):
        self.record = Record(games.load("tic_tac_toe"))
        self.how = None  # the game ended, if it did
        self.offers = {}
        self.rematch = False
        self.stack = []
        self.clients = [None, None]
        self.rooms = [None, None]
        self.game_id, self.tokens = self.run(self.table.new_game(HUMAN, HUMAN))
        for seat in (0, 1):
            self.connect(seat, since=0)

    def teardown(self):
        for seat, entered in enumerate(self.stack):
            if entered is not None:
                self.disconnect(seat)

    def run(self, work):
        return self.table.run(work)

    def connect(self, seat, since):
        entered = self.table.seated(self.game_id, self.tokens[seat], since=since)
        client = self.run(entered.__aenter__())
        self.stack[seat:] = [entered, *self.stack[seat + 1 :]]
        self.clients[seat], self.rooms[seat] = client, client.room
        self.settle(seat)

    def disconnect(self, seat):
        self.run(self.stack[seat].__aexit__(None, None, None))
        self.stack[seat] = None

    def settle(self, first):
        """Add up what both clients have been told; return the codes of refusals.

        What the first has asked for is done, and told to both, before it is heard of.
        """
        codes = []
        for seat in (first, 1 - first):
            client = self.clients[seat]
            for message in self.run(client.settle()) if client else []:
                if message["type"] == "refused":
                    codes.append(message["code"])
                elif message["type"] == "event":
                    self.rooms[seat] = added(self.rooms[seat], message)
        return codes

    def do(self, seat, expected, kind, **told):
        """Send a message; expect this refusal, or none."""
        self.run(self.clients[seat].send(kind, **told))
        assert self.settle(seat) == ([] if expected is None else [expected])
        return expected is None

    # The model.

    @property
    def over(self):
        return self.how is not None or self.record.over

    @property
    def movers(self):
        return [ply % 2 for ply in range(len(self.record.actions))]

    def end(self, how):
        self.how = how
        self.offers.clear()

    def effect(self, what, seat):
        if what == "draw":
            self.end("agreement")
        elif what == "rematch":
            self.rematch = True
            self.offers.clear()
        else:
            plies = self.movers[::-1].index(seat) + 1
            self.record.take_back(plies)
            self.how = None
            self.offers.clear()

    # What clients do.

    @rule(seat=SEATS, number=st.integers(0, 8), stale=st.booleans())
    def play(self, seat, number, stale):
        ply = len(self.record.actions) + 3 * stale
        game, state = self.record.game, self.record.state
        names = [game.action_to_text(state, each) for each in self.record.legal_actions()]
        name = [*names, "nowhere"][min(number, len(names))]
        if self.over:
            expected = "over"
        elif stale:
            expected = "stale"
        elif self.record.player != seat:
            expected = "not_your_turn"
        else:
            expected = None if name in names else "illegal_move"
        if self.do(seat, expected, "play", move=name, ply=ply):
            self.record.play(self.record.legal_actions()[names.index(name)])
            self.offers.clear()

    @rule(seat=SEATS, rarely=st.integers(0, 5))
    def resign(self, seat, rarely):
        if rarely:
            return
        if self.do(seat, "over" if self.over else None, "resign"):
            self.end("resignation")

    @rule(seat=SEATS, what=OFFERS)
    def offer(self, seat, what):
        expected = None
        if what == "rematch":
            expected = "not_over" if not self.over else "over" if self.rematch else None
        elif what == "undo":
            if seat not in self.movers:
                expected = "nothing_to_undo"
            elif self.how is not None:
                expected = "over"
        elif self.over:
            expected = "over"
        if expected is None and self.offers.get(what) == seat:
            expected = "offered"
        if self.do(seat, expected, "offer", what=what):
            if what in self.offers:
                self.effect(what, self.offers[what])
            else:
                self.offers[what] = seat

    @rule(seat=SEATS, what=OFFERS, accept=st.booleans())
    def answer(self, seat, what, accept):
        expected = None
        if what not in self.offers:
            expected = "no_offer"
        elif self.offers[what] == seat and accept:
            expected = "not_yours"
        if self.do(seat, expected, "answer", what=what, accept=accept):
            if accept:
                self.effect(what, self.offers[what])
            else:
                del self.offers[what]

    @rule(seat=SEATS)
    def come_back(self, seat):
        seq = self.rooms[seat]["seq"]
        self.disconnect(seat)
        self.clients[seat] = None
        self.connect(seat, since=seq)
        assert self.clients[seat].room["missed"] == []

    @rule(seat=SEATS, frame=st.text() | st.sampled_from(["{}", "[]", '{"type": "hello"}']))
    def talk_nonsense(self, seat, frame):
        self.run(self.clients[seat].socket.send(frame))
        assert self.settle(seat) == ["bad_message"]

    # What must hold.

    @invariant()
    def both_see_the_game_as_it_is(self):
        game = self.record.game
        names = [
            game.action_to_text(state, action)
            for state, action in zip(self.record.positions, self.record.actions, strict=False)
        ]
        for room in self.rooms:
            assert [each["move"] for each in room["moves"]] == names
            assert [each["player"] for each in room["moves"]] == self.movers
            assert {each["what"]: each["seat"] for each in room["offers"]} == self.offers
            assert (room["over"] is not None) == self.over
            if self.over:
                assert room["over"]["how"] == (self.how or "rules")
                assert room["position"]["moves"] == []
            else:
                assert room["position"]["player"] == self.record.player
            assert (room["rematch"] is not None) == self.rematch
        own = ("you", "missed", "seats", "watchers")  # who is there is told a little later
        one, other = ({k: v for k, v in room.items() if k not in own} for room in self.rooms)
        assert one == other


def added(room, message):
    """Return a room after an event, as a client adds it up."""
    assert message["seq"] - room["seq"] in (0, 1)
    more = message["event"].get("added")
    moves = [*room["moves"], more] if more else room["moves"]
    return {**room, "moves": moves, **message["room"], "seq": message["seq"]}


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    bounds = {"message_burst": 10**6, "requests_a_second": 1e6, "request_burst": 10**6}
    with serving(tmp_path_factory.mktemp("server"), **bounds) as table:
        yield table


def test_whatever_two_clients_do(table):
    Session.table = table
    case = Session.TestCase
    case.settings = settings(
        max_examples=10,
        stateful_step_count=25,
        phases=[Phase.generate],  # to shrink what fails takes minutes
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    case().runTest()
