from __future__ import annotations

from gametree.drawing.axes import budget_ticks, place_of_budget, round_budgets, ticks


def test_ticks_are_round_and_few():
    assert ticks(0, 100) == [0, 20, 40, 60, 80, 100]
    assert ticks(-412, 460) == [-400, -200, 0, 200, 400]
    assert ticks(2, 16) == [5, 10, 15]
    assert ticks(3, 3) == [3]
    for low, high in ((0, 1), (0.1, 0.7), (-3.2, 3.2), (1, 12_345), (-1e6, 10)):
        assert 2 <= len(ticks(low, high)) <= 6
        assert all(low <= tick <= high for tick in ticks(low, high))


def test_budgets_on_a_logarithmic_axis():
    assert [place_of_budget(budget) for budget in (0, 1, 10, 100)] == [0, 1, 2, 3]
    labels = [label for _, label in budget_ticks([0, 1, 2, 3, 4, 5, 10, 100])]
    assert labels == ["0", "1", "2", "3", "4", "5", "10", "100"]
    crowded = [label for _, label in budget_ticks([1, 1000, 1001, 1002, 10_000])]
    assert crowded == ["1", "1,000", "", "", "10,000"]


def test_round_budgets_are_powers_of_ten_where_these_are_enough():
    assert round_budgets(1, 100_000) == [1, 10, 100, 1000, 10_000, 100_000]
    assert round_budgets(0, 120) == [1, 10, 100]
    assert round_budgets(1000, 12_288) == [1000, 2000, 5000, 10_000]
    assert round_budgets(3, 4) == [3, 4]
