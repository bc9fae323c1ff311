/* A game that gametree has exported, and its search.

   One `gametree` is one game that is being played. Different games may be used by different threads
   at the same time; one game by one thread at a time. `gametree_stop` may be called by any thread.

   Functions that return `int32_t` or `int64_t` return a negative code where they fail;
   `gametree_error` then returns the sentence. Texts are UTF-8, end with a zero, and last until the
   next call for the same game. A call with no game, 0, returns GAMETREE_ARGUMENT, 0 or nothing. */

#ifndef GAMETREE_H
#define GAMETREE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__wasm__)
#define GAMETREE_API(name) __attribute__((export_name(#name)))
#elif defined(_WIN32)
#define GAMETREE_API(name) __declspec(dllexport)
#else
#define GAMETREE_API(name) __attribute__((visibility("default")))
#endif

typedef struct gametree gametree;

enum {
    GAMETREE_RULES = -1,     /* the rules failed, or need more than compiled code has */
    GAMETREE_MEMORY = -2,    /* there is no memory */
    GAMETREE_ARGUMENT = -3,  /* an argument is out of range */
    GAMETREE_FINISHED = -4,  /* the game is over in this position */
    GAMETREE_CHANCE = -5,    /* chance moves in this position */
    GAMETREE_GOES_ON = -6,   /* the game is not over, or no player's turn was drawn by chance */
};

#define GAMETREE_NOBODY (-1) /* who moves where chance does, and at the end */

/* Return a new game at its first position; 0 if there is no memory. Its search grows its tree up to
   `memory` bytes, and then goes on without new nodes. Equal seeds give equal searches. */
GAMETREE_API(gametree_new) gametree *gametree_new(uint64_t seed, uint64_t memory);

/* Free a game and its tree. */
GAMETREE_API(gametree_free) void gametree_free(gametree *game);

/* Go back to the first position, with another seed. */
GAMETREE_API(gametree_restart) int32_t gametree_restart(gametree *game, uint64_t seed);

/* Return the sentence of the last error. */
GAMETREE_API(gametree_error) const char *gametree_error(const gametree *game);

/* Return the number of players. */
GAMETREE_API(gametree_players) int32_t gametree_players(const gametree *game);

/* Return who moves, from 0; GAMETREE_NOBODY where chance does, and at the end. */
GAMETREE_API(gametree_player) int32_t gametree_player(const gametree *game);

/* Return 1 if the game is over, 0 if it goes on; a code if the rules failed here. */
GAMETREE_API(gametree_is_over) int32_t gametree_is_over(const gametree *game);

/* Return 1 if chance moves. */
GAMETREE_API(gametree_is_chance) int32_t gametree_is_chance(const gametree *game);

/* Return what a player has got; 0 while the game goes on. */
GAMETREE_API(gametree_returns) double gametree_returns(const gametree *game, int32_t player);

/* Return the number of legal moves, or of outcomes where chance moves; 0 at the end. */
GAMETREE_API(gametree_moves) int32_t gametree_moves(const gametree *game);

/* Return the probability of an outcome, where chance moves; else 0. */
GAMETREE_API(gametree_probability) double gametree_probability(const gametree *game, int32_t move);

/* Return the index of a random outcome by the seed of the game, where chance moves. */
GAMETREE_API(gametree_draw) int32_t gametree_draw(gametree *game);

/* Play the legal move, or outcome, of an index. */
GAMETREE_API(gametree_play) int32_t gametree_play(gametree *game, int32_t move);

/* Take back the last move, or outcome. */
GAMETREE_API(gametree_undo) int32_t gametree_undo(gametree *game);

/* Look at the position behind the legal move of an index, in the position that is looked at; at that
   of the game again with -1. Who moves, legal moves, texts, statistics and the expected line are
   those of what is looked at; the search and its tree stay. Calls that play or search come back. */
GAMETREE_API(gametree_look) int32_t gametree_look(gametree *game, int32_t move);

/* Return how many moves and outcomes were played. */
GAMETREE_API(gametree_played) int32_t gametree_played(const gametree *game);

/* Return the name of the legal move of an index; 0 if there is none. */
GAMETREE_API(gametree_move_text) const char *gametree_move_text(gametree *game, int32_t move);

/* Return the position as text; 0 if the rules failed. */
GAMETREE_API(gametree_text) const char *gametree_text(gametree *game);

/* Search on for so many simulations, or fewer where the best move is proven or the search is
   stopped; return how many there were. Call it again and again with few to bound the time. */
GAMETREE_API(gametree_search) int64_t gametree_search(gametree *game, int64_t simulations);

/* Let a search that is under way in another thread return soon. A stop before a search begins does
   nothing. */
GAMETREE_API(gametree_stop) void gametree_stop(gametree *game);

/* Return how many simulations the search of this position has. */
GAMETREE_API(gametree_simulations) int64_t gametree_simulations(const gametree *game);

/* Return the index of the best move that the search has found. */
GAMETREE_API(gametree_best) int32_t gametree_best(gametree *game);

/* Return how often a legal move was tried, and the mean of its returns for who moves; call
   `gametree_best` before. */
GAMETREE_API(gametree_visits) int64_t gametree_visits(const gametree *game, int32_t move);
GAMETREE_API(gametree_mean) double gametree_mean(const gametree *game, int32_t move);

/* Return what a legal move is proven to be worth for who moves, NaN if nothing is proven; call
   `gametree_best` before. */
GAMETREE_API(gametree_worth) double gametree_worth(const gametree *game, int32_t move);

/* Return the node of the tree behind a legal move, 0 if there is none: lines that lead to the same
   position may share one. Call `gametree_best` before. */
GAMETREE_API(gametree_child) int64_t gametree_child(const gametree *game, int32_t move);

/* Return 1 if it is proven which move is best; call `gametree_best` before. */
GAMETREE_API(gametree_is_proven) int32_t gametree_is_proven(const gametree *game);

/* Return the name of a move of the expected line, 0 the first; 0 behind its end. */
GAMETREE_API(gametree_line) const char *gametree_line(gametree *game, int32_t step);

/* Run one simulation of the search and note its steps; return 1, or 0 where the best move is proven.
   The tree is the one that `gametree_search` would have grown. */
GAMETREE_API(gametree_trace) int32_t gametree_trace(gametree *game);

/* Return how many numbers the notes of the last call of `gametree_trace` have, 0 if the game or its
   search went on since, and the numbers. `trace` of the JavaScript module shows how to read them. */
GAMETREE_API(gametree_notes_size) int64_t gametree_notes_size(const gametree *game);
GAMETREE_API(gametree_notes) const double *gametree_notes(const gametree *game);

/* Return the names of moves in the notes, each followed by the character 1: of the group of an index,
   or, with -1, of the path and the playout. 0 if there are none. */
GAMETREE_API(gametree_noted) const char *gametree_noted(gametree *game, int32_t group);

/* Return the name of the rule that chooses moves in the tree. */
GAMETREE_API(gametree_rule) const char *gametree_rule(const gametree *game);

/* Return the exploration constant of that rule, NaN if it has none. */
GAMETREE_API(gametree_exploration) double gametree_exploration(const gametree *game);

/* Explore by another constant until the game begins again. The tree stays. */
GAMETREE_API(gametree_explore_by) int32_t gametree_explore_by(gametree *game, double c);

/* Return the number of words of 8 bytes in the tree, and the words: for tests. */
GAMETREE_API(gametree_tree_size) int64_t gametree_tree_size(const gametree *game);
GAMETREE_API(gametree_tree) const void *gametree_tree(const gametree *game);

#ifdef __cplusplus
}
#endif

#endif
