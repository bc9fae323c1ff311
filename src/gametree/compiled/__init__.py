"""Where gametree meets Numba: no module outside this folder imports it."""
