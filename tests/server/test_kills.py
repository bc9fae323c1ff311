from .kills import kill_servers


def test_servers_that_are_killed_lose_no_move_and_double_none(database):
    ledger = kill_servers(database, kills=1, seed=2)
    assert ledger.tellings > 0
