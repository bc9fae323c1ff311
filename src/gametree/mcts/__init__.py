"""Monte Carlo tree search: selection, expansion, evaluation, backup, and what runs them.

(Named for the method, since `gametree.search` is the function.)
"""
