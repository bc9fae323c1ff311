"""A game whose moves do what rules must not: run by tests of the server."""

import os
import time

import gametree as gt


class Unruly(gt.Game):
    """Twenty moves; all but "pass" do harm. A state is the names of the moves made."""

    def initial_state(self):
        return ()

    def current_player(self, state):
        return len(state) % 2

    def legal_actions(self, state):
        return ["pass", "hang", "allocate", "raise", "exit", "print", "many"]

    def next_state(self, state, action):
        if action == "hang":
            while True:
                pass
        elif action == "allocate":
            grown = []
            while True:
                grown.append(bytes(1 << 24))
        elif action == "raise":
            raise KeyError("a fault")
        elif action == "exit":
            os._exit(3)
        elif action == "print":
            print('{"told": {}}')
        return (*state, action)

    def is_terminal(self, state):
        return len(state) == 20

    def returns(self, state):
        return [0.0, 0.0]

    def state_to_text(self, state):
        if "many" in state:
            time.sleep(60)
        return " ".join(state)
