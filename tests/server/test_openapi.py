import asyncio
from contextlib import suppress

import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable

from .live import serving

EXAMPLES = 5


def test_no_request_of_the_description_is_more_than_the_server_can_bear(tmp_path):
    bounds = {"requests_a_second": 1e6, "request_burst": 10**6}
    with serving(tmp_path, games=("tic_tac_toe",), **bounds) as table:
        asked = []

        def ask_all():
            schema = schemathesis.openapi.from_url(f"http://127.0.0.1:{table.port}/openapi.json")
            for found in schema.get_all_operations():
                operation = found.ok()
                for mode in schemathesis.GenerationMode:
                    with suppress(Unsatisfiable):  # nothing can be wrong where nothing is given
                        _ask(operation, mode, asked)

        table.run(asyncio.to_thread(ask_all))
    assert {"POST /api/games", "GET /api/games/{game_id}", "GET /ready"} <= set(asked)


def _ask(operation, mode, asked):
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case):
        response = case.call()
        assert response.status_code < 500, (case.as_curl_command(), response.text)
        asked.append(operation.label)
        if response.status_code >= 400 and response.headers["content-type"] == "application/json":
            error = response.json()["error"]
            assert error["message"], error

    ask()
