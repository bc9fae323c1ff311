/* What the functions of an exported game need of a machine: memory, and the order of calls.

   `layout.h` is written for each game: its buffers, its words, and the indices of those that are
   known here. The functions themselves are Python, see interface.py. */

#include "gametree.h"
#include "layout.h"
#include "memory.h"
#include "counted.h"

enum { MOST_ACTIONS = 1 << 22, LINE = 512 };

struct gametree {
    void *buffers[BUFFERS];
    int64_t counts[BUFFERS];
    uint64_t words[WORDS];
    uint64_t memory, seed, chance;
    int64_t arena[9];
    char *halves;
    int64_t played, ahead; /* moves of the game, and those after it to what is looked at */
    int32_t moves, player, over, proven, started, frozen, surveyed, traced, explores;
    volatile int32_t stopped;
    char *text;
    int64_t text_size;
    char error[LINE];
    double returns[PLAYERS], exploration; /* by another constant, if `explores` */
};

#define INTEGERS(game, name) ((int64_t *)(game)->buffers[name])
#define FLOATS(game, name) ((double *)(game)->buffers[name])

/* The arena of ordinary values: that of the game whose function runs in this thread. */

#if defined(__wasm__)
#define EACH_THREAD
#else
#define EACH_THREAD _Thread_local
#endif

static EACH_THREAD int64_t *present_arena;
int32_t plainpython_arena_key;

void *plainpython_arena(int32_t key) {
    (void)key;
    return present_arena;
}

static void empty_arena(gametree *game) {
    int64_t first = (int64_t)(intptr_t)game->halves, second = first + HALF;
    int64_t *words = game->arena;
    words[0] = first;
    words[1] = second;
    words[2] = first;
    words[3] = second;
    words[4] += 1; /* what was noted before means nothing now */
    words[5] = first + SETTLED;
    words[6] = first;
    words[7] = second;
    words[8] = 0;
    present_arena = words;
}

/* Errors. */

static int32_t fail(gametree *game, int32_t code, const char *sentence) {
    int i = 0;
    for (; sentence[i] != 0 && i < LINE - 1; i++)
        game->error[i] = sentence[i];
    game->error[i] = 0;
    return code;
}

static int is_named(const char *error, const char *name) {
    while (*name != 0)
        if (*error++ != *name++)
            return 0;
    return *error == ':';
}

/* Buffers and words. */

static int put(gametree *game, int buffer, int64_t count) {
    size_t item = INITIAL[buffer].item, before = (size_t)game->counts[buffer] * item;
    size_t size = item * (size_t)count;
    if (count < 0 || (uint64_t)count > SIZE_MAX / item)
        return 0;
    void *made = before == 0 ? provide(size) : enlarge(game->buffers[buffer], before, size);
    if (made == 0)
        return 0;
    game->buffers[buffer] = made;
    game->counts[buffer] = count;
    return 1;
}

static void set_words(gametree *game) {
    union {
        double value;
        uint64_t word;
    } number;
    for (int i = 0; i < WORDS; i++) {
        int buffer = TABLE[i].buffer;
        if (TABLE[i].kind == POINTER)
            game->words[i] = (uint64_t)(uintptr_t)game->buffers[buffer] + TABLE[i].offset;
        else if (TABLE[i].kind == LENGTH)
            game->words[i] = (uint64_t)game->counts[buffer];
        else {
            number.value = TABLE[i].value;
            game->words[i] = number.word;
        }
    }
    number.value = game->exploration;
    for (int i = 0; game->explores && EXPLORATION[i] >= 0; i++)
        game->words[EXPLORATION[i]] = number.word;
}

static int widen(gametree *game, int buffer, int64_t count) {
    if (count <= game->counts[buffer])
        return 1;
    int done = put(game, buffer, count);
    set_words(game);
    return done;
}

static void clear(gametree *game, int buffer) {
    size_t size = (size_t)game->counts[buffer] * INITIAL[buffer].item;
    size_t initial = (size_t)INITIAL[buffer].count * INITIAL[buffer].item;
    if (buffer == TREE_WORDS) /* what is not in use is zero */
        size = 8 * (size_t)INTEGERS(game, TREE_USED)[USED_END];
    memset(game->buffers[buffer], 0, size);
    if (INITIAL[buffer].contents != 0)
        memcpy(game->buffers[buffer], INITIAL[buffer].contents, initial);
}

/* Let buffers hold what they held at first, but for one. */
static void clear_all(gametree *game, int kept) {
    clear(game, TREE_WORDS);
    for (int i = 0; i < BUFFERS; i++)
        if (i != TREE_WORDS && i != kept)
            clear(game, i);
    INTEGERS(game, TREE_USED)[USED_ROOM] = game->counts[TREE_WORDS];
}

/* Calls of the functions. */

typedef int32_t function(uint64_t *, int64_t *, void **);

/* Make room for what a function lacks; tell whether it is to run again. */
static int make_room(gametree *game, const char *error) {
    if (is_named(error, "ActionsFull")) {
        int64_t count = 2 * game->counts[ACTIONS];
        return count <= MOST_ACTIONS && widen(game, ACTIONS, count) &&
               widen(game, EXCHANGE_COUNTS, count) && widen(game, EXCHANGE_FLOATS, count) &&
               widen(game, EXCHANGE_WORTHS, count) && widen(game, EXCHANGE_CHILDREN, count);
    }
    if (is_named(error, "PathFull") || is_named(error, "LineFull")) {
        int is_path = is_named(error, "PathFull");
        int64_t path = 2 * game->counts[PATH_NODES], line = 2 * game->counts[WORK_LINE];
        if (is_path && !(widen(game, PATH_NODES, path) && widen(game, PATH_EDGES, path)))
            return 0;
        if (is_path && !HAS_LINE)
            return 1;
        if (is_path && line < path)
            line = path;
        return widen(game, WORK_LINE, line) && widen(game, WORK_BEST, line);
    }
    if (is_named(error, "NotesFull")) {
        static const int NOTES[] = {NOTES_FIGURES, NOTES_ACTIONS, NOTES_LINE, NOTES_GROUPS, NOTES_SCORES};
        for (int i = 0; i < 5; i++)
            if (!widen(game, NOTES[i], 2 * game->counts[NOTES[i]]))
                return 0;
        return 1;
    }
    if (is_named(error, "PastFull")) {
        if (!widen(game, KEYS, 2 * game->counts[KEYS]) ||
            !widen(game, EARLIER, 2 * game->counts[EARLIER]) ||
            !widen(game, KEYS_TABLE, 2 * game->counts[KEYS_TABLE]))
            return 0;
        memset(game->buffers[KEYS_TABLE], 0, 8 * (size_t)game->counts[KEYS_TABLE]);
        INTEGERS(game, COUNTERS)[COUNTER_KEYS] = 0;
        INTEGERS(game, COUNTERS)[COUNTER_START_KEYS] = 0;
        return 1;
    }
    return 0;
}

static int32_t call(gametree *game, function *code, int64_t *result, const char **error) {
    union {
        void **error;
        int64_t word; /* compiled code writes 64 bits */
    } found = {.word = 0};
    int32_t status;
    if (HAS_ARENA)
        empty_arena(game);
    if (HAS_COUNTED)
        empty_counted();
    INTEGERS(game, EXCHANGE_NUMBERS)[PLAYED] = game->played + game->ahead;
    INTEGERS(game, EXCHANGE_NUMBERS)[SEARCHED] = game->played;
    status = code(game->words, result, (void **)&found);
    *error = status == 0 ? "" : status > 0 && found.error != 0 ? (const char *)*found.error : "RuntimeError:";
    return status;
}

/* Call a function that changes no tree; return what it does, or a code. */
static int64_t ask(gametree *game, function *code, int64_t argument) {
    int64_t result = 0;
    const char *error;
    for (;;) {
        INTEGERS(game, EXCHANGE_NUMBERS)[ARGUMENT] = argument;
        if (call(game, code, &result, &error) == 0)
            return result;
        if (!make_room(game, error))
            return fail(game, GAMETREE_RULES, error);
    }
}

static void survey_position(gametree *game) {
    int64_t count = ask(game, survey, 0);
    game->moves = count < 0 ? 0 : (int32_t)count;
    game->over = count < 0 ? (int32_t)count : count == 0;
    game->player = (int32_t)INTEGERS(game, EXCHANGE_NUMBERS)[PLAYER];
    for (int i = 0; i < PLAYERS; i++)
        game->returns[i] = count == 0 ? FLOATS(game, EXCHANGE_FLOATS)[i] : 0.0;
    game->surveyed = 1;
    game->proven = 0;
}

/* Be at the position after the moves of the game, which has no tree yet. */
static void arrive(gametree *game) {
    game->ahead = 0;
    game->started = 0;
    game->traced = 0;
    survey_position(game);
}

/* Look at the position of the game again, whose tree is kept. */
static void come_back(gametree *game) {
    if (game->ahead == 0)
        return;
    game->ahead = 0;
    survey_position(game);
}

/* The generator of gametree: see primitives/rng.py. */

#define MULTIPLIER 2051013963ULL

static uint64_t scrambled(uint64_t word) {
    word += 0x9E3779B97F4A7C15ULL;
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ULL;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBULL;
    word ^= word >> 31;
    return 1 + word % (MULTIPLIER * (1ULL << 32) - 2);
}

static double uniform(uint64_t *state) {
    uint64_t low = *state & 0xFFFFFFFFULL, carry = *state >> 32;
    *state = low * MULTIPLIER + carry;
    return (double)(((low ^ carry) * 0x80000000ULL) >> 32) / 2147483648.0;
}

/* The game. */

gametree *gametree_new(uint64_t seed, uint64_t memory) {
    gametree *game = provide(sizeof(gametree));
    if (game == 0)
        return 0;
    game->memory = memory;
    for (int i = 0; i < BUFFERS; i++)
        if (i != TREE_WORDS && !put(game, i, INITIAL[i].count)) {
            gametree_free(game);
            return 0;
        }
    if (HAS_ARENA)
        game->halves = provide(2 * (size_t)HALF);
    /* The tree last: there it can grow where it is. */
    if ((HAS_ARENA && game->halves == 0) || (HAS_COUNTED && !prepare_counted()) ||
        !put(game, TREE_WORDS, INITIAL[TREE_WORDS].count)) {
        gametree_free(game);
        return 0;
    }
    set_words(game);
    gametree_restart(game, seed);
    return game;
}

void gametree_free(gametree *game) {
    if (game == 0)
        return;
    for (int i = 0; i < BUFFERS; i++)
        discard(game->buffers[i]);
    discard(game->halves);
    discard(game->text);
    discard(game);
}

int32_t gametree_restart(gametree *game, uint64_t seed) {
    if (game == 0)
        return GAMETREE_ARGUMENT;
    clear_all(game, -1);
    game->explores = 0;
    set_words(game);
    game->seed = seed;
    game->chance = scrambled(seed ^ 0x5DEECE66DULL);
    game->played = 0;
    arrive(game);
    return game->over < 0 ? game->over : 0;
}

/* A host that does not see that `gametree_new` failed calls with no game. */

const char *gametree_error(const gametree *game) {
    return game == 0 ? "there is no game: there was no memory for it" : game->error;
}

int32_t gametree_players(const gametree *game) { return (void)game, PLAYERS; }
int32_t gametree_player(const gametree *game) { return game == 0 ? GAMETREE_NOBODY : game->player; }
int32_t gametree_is_over(const gametree *game) { return game == 0 ? GAMETREE_ARGUMENT : game->over; }
int32_t gametree_moves(const gametree *game) { return game == 0 ? 0 : game->moves; }
int32_t gametree_played(const gametree *game) { return game == 0 ? 0 : (int32_t)game->played; }

int32_t gametree_is_chance(const gametree *game) {
    return game != 0 && !game->over && game->player < 0;
}

double gametree_returns(const gametree *game, int32_t player) {
    return game == 0 || player < 0 || player >= PLAYERS ? 0.0 : game->returns[player];
}

static int is_move(const gametree *game, int32_t move) {
    return game != 0 && move >= 0 && move < game->moves;
}

static int is_started(const gametree *game) { return game != 0 && game->started; }

/* The numbers of the moves are shared with the statistics of a search: read them anew. */
static double *probabilities(gametree *game) {
    if (!game->surveyed)
        ask(game, survey, 0);
    game->surveyed = 1;
    return FLOATS(game, EXCHANGE_FLOATS);
}

double gametree_probability(const gametree *game, int32_t move) {
    if (!is_move(game, move) || !gametree_is_chance(game))
        return 0.0;
    return probabilities((gametree *)game)[move];
}

int32_t gametree_draw(gametree *game) {
    if (game == 0)
        return GAMETREE_ARGUMENT;
    come_back(game);
    if (!gametree_is_chance(game))
        return fail(game, GAMETREE_GOES_ON, "chance does not move in this position");
    double *chances = probabilities(game), total = 0.0, drawn = uniform(&game->chance);
    for (int32_t i = 0; i < game->moves; i++) {
        total += chances[i];
        if (drawn < total)
            return i;
    }
    return game->moves - 1;
}

static int32_t no_move(gametree *game) {
    if (game == 0)
        return GAMETREE_ARGUMENT;
    if (game->over)
        return fail(game, GAMETREE_FINISHED, "the game is over in this position");
    return fail(game, GAMETREE_ARGUMENT, "there is no legal move of this index");
}

/* Note a legal move behind those that lead to what is looked at; return a code. */
static int32_t note_move(gametree *game, int32_t move) {
    int64_t count = game->played + game->ahead;
    if (!is_move(game, move))
        return no_move(game);
    if (count == game->counts[EXCHANGE_MOVES] && !widen(game, EXCHANGE_MOVES, 2 * count))
        return fail(game, GAMETREE_MEMORY, "there is no memory for one more move");
    int64_t done = ask(game, play, move);
    return done < 0 ? (int32_t)done : 0;
}

int32_t gametree_play(gametree *game, int32_t move) {
    if (game == 0)
        return GAMETREE_ARGUMENT;
    come_back(game);
    int32_t code = note_move(game, move);
    if (code < 0)
        return code;
    game->played++;
    arrive(game);
    if (game->over >= 0)
        return 0;
    code = game->over;
    char error[LINE];
    memcpy(error, game->error, LINE);
    gametree_undo(game);
    memcpy(game->error, error, LINE);
    return code;
}

int32_t gametree_look(gametree *game, int32_t move) {
    if (game == 0)
        return GAMETREE_ARGUMENT;
    if (move < 0) {
        come_back(game);
        return game->over < 0 ? game->over : 0;
    }
    int32_t code = note_move(game, move);
    if (code < 0)
        return code;
    game->ahead++;
    survey_position(game);
    if (game->over >= 0)
        return 0;
    code = game->over;
    char error[LINE];
    memcpy(error, game->error, LINE);
    game->ahead--;
    survey_position(game);
    memcpy(game->error, error, LINE);
    return code;
}

int32_t gametree_undo(gametree *game) {
    if (game == 0)
        return GAMETREE_ARGUMENT;
    if (game->played == 0)
        return fail(game, GAMETREE_ARGUMENT, "no move was played");
    game->played--;
    arrive(game);
    return game->over < 0 ? game->over : 0;
}

/* Texts. */

static char *encoded(gametree *game, int64_t size) {
    const int32_t *points = (const int32_t *)game->buffers[EXCHANGE_TEXT];
    if (4 * size + 1 > game->text_size) {
        int64_t wanted = 8 * size + 64;
        char *made = game->text == 0 ? provide((size_t)wanted)
                                     : enlarge(game->text, (size_t)game->text_size, (size_t)wanted);
        if (made == 0)
            return 0;
        game->text = made;
        game->text_size = wanted;
    }
    char *to = game->text;
    for (int64_t i = 0; i < size; i++) {
        uint32_t point = (uint32_t)points[i];
        if (point == 0 || (point >= 0xD800 && point < 0xE000) || point > 0x10FFFF)
            point = 0xFFFD; /* what no text of C, or no UTF-8, can hold */
        if (point < 0x80)
            *to++ = (char)point;
        else if (point < 0x800) {
            *to++ = (char)(0xC0 | point >> 6);
            *to++ = (char)(0x80 | (point & 63));
        } else if (point < 0x10000) {
            *to++ = (char)(0xE0 | point >> 12);
            *to++ = (char)(0x80 | (point >> 6 & 63));
            *to++ = (char)(0x80 | (point & 63));
        } else {
            *to++ = (char)(0xF0 | point >> 18);
            *to++ = (char)(0x80 | (point >> 12 & 63));
            *to++ = (char)(0x80 | (point >> 6 & 63));
            *to++ = (char)(0x80 | (point & 63));
        }
    }
    *to = 0;
    return game->text;
}

static const char *text_of(gametree *game, function *code, int64_t argument) {
    int64_t size = ask(game, code, argument);
    game->surveyed = 0;
    if (size > game->counts[EXCHANGE_TEXT]) {
        if (!widen(game, EXCHANGE_TEXT, 2 * size)) {
            fail(game, GAMETREE_MEMORY, "there is no memory for this text");
            return 0;
        }
        size = ask(game, code, argument);
    }
    return size < 0 ? 0 : encoded(game, size);
}

const char *gametree_move_text(gametree *game, int32_t move) {
    if (!is_move(game, move)) {
        no_move(game);
        return 0;
    }
    return text_of(game, text_of_move, move);
}

const char *gametree_text(gametree *game) {
    return game == 0 ? 0 : text_of(game, text_of_position, 0);
}

/* The search. */

/* Let the tree have more words, as Python does; tell whether it has. */
static int grow(gametree *game, int64_t least) {
    int64_t room = game->counts[TREE_WORDS], wanted = 4 * room, most = (int64_t)(game->memory / 8);
    if (most > INT32_MAX)
        most = INT32_MAX;
    if (wanted > most)
        wanted = most;
    if (wanted < least)
        wanted = least;
    if (wanted * 100 < room * 101 || !widen(game, TREE_WORDS, wanted))
        return 0;
    INTEGERS(game, TREE_USED)[USED_ROOM] = wanted;
    return 1;
}

static int refill_table(gametree *game) {
    int64_t nodes = INTEGERS(game, TREE_USED)[USED_NODES], size = 4;
    for (; nodes > 0; nodes >>= 1)
        size *= 2;
    if (!widen(game, SLOTS, size))
        return 0;
    memset(game->buffers[SLOTS], 0, (size_t)game->counts[SLOTS] * INITIAL[SLOTS].item);
    return ask(game, refill, 0) == 0;
}

/* Undo a simulation that broke off, and make room; tell whether the search can go on. */
static int recover(gametree *game, const char *error) {
    int64_t *numbers = INTEGERS(game, EXCHANGE_NUMBERS);
    if (ask(game, take_back, 0) != 0)
        return 0;
    memset(INTEGERS(game, TREE_WORDS) + numbers[FIRST], 0,
           8 * (size_t)(numbers[SECOND] - numbers[FIRST]));
    if (is_named(error, "TreeFull")) {
        game->frozen = !grow(game, 0);
        return 1;
    }
    if (is_named(error, "TableFull"))
        return HAS_SLOTS && refill_table(game);
    return make_room(game, error);
}

static int32_t start_tree(gametree *game) {
    int64_t root = 0;
    const char *error;
    clear_all(game, EXCHANGE_MOVES);
    INTEGERS(game, RNG)[0] = (int64_t)scrambled(game->seed);
    game->frozen = 0;
    while (call(game, search_root, &root, &error) != 0) {
        INTEGERS(game, COUNTERS)[COUNTER_RNG] = (int64_t)scrambled(game->seed);
        if (!recover(game, error))
            return fail(game, GAMETREE_RULES, error);
        if (game->frozen) { /* the root is there whatever it takes */
            int64_t least = ask(game, words_of_root, game->moves);
            if (least < 0 || !grow(game, 2 * least))
                return fail(game, GAMETREE_MEMORY, "there is no memory for the tree");
        }
        game->frozen = 0;
    }
    game->started = 1;
    return 0;
}

/* Search on by a function that runs simulations; return how many there were, or a code. */
static int64_t simulate(gametree *game, function *code, int64_t simulations) {
    const char *error;
    int64_t result, *counters, begun, before;
    come_back(game);
    if (game->over)
        return game->over < 0 ? game->over : no_move(game);
    if (game->player < 0)
        return fail(game, GAMETREE_CHANCE, "chance moves in this position: play an outcome");
    if (simulations < 0)
        return fail(game, GAMETREE_ARGUMENT, "there must be 0 simulations or more");
    game->stopped = 0;
    game->surveyed = 0;
    game->traced = 0;
    if (!game->started) {
        int32_t failed = start_tree(game);
        if (failed < 0)
            return failed;
    }
    counters = INTEGERS(game, COUNTERS);
    begun = counters[COUNTER_SIMULATIONS];
    while (!game->stopped && counters[COUNTER_SIMULATIONS] - begun < simulations) {
        int64_t left = simulations - (counters[COUNTER_SIMULATIONS] - begun);
        before = counters[COUNTER_SIMULATIONS];
        counters[COUNTER_EXPAND_AFTER] = EXPAND_AFTER;
        counters[COUNTER_FROZEN] = game->frozen;
        INTEGERS(game, EXCHANGE_NUMBERS)[ARGUMENT] = left < SLICE ? left : SLICE;
        if (call(game, code, &result, &error) != 0) {
            if (!recover(game, error))
                return fail(game, GAMETREE_RULES, error);
            counters = INTEGERS(game, COUNTERS);
        } else if (counters[COUNTER_SIMULATIONS] == before)
            break; /* the best move is proven */
    }
    return counters[COUNTER_SIMULATIONS] - begun;
}

int64_t gametree_search(gametree *game, int64_t simulations) {
    return game == 0 ? GAMETREE_ARGUMENT : simulate(game, search, simulations);
}

int32_t gametree_trace(gametree *game) {
    if (game == 0)
        return GAMETREE_ARGUMENT;
    if (!SHOWS_POSITIONS)
        return fail(game, GAMETREE_ARGUMENT,
                    "a trace tells of positions, and the nodes of an open-loop search are none");
    int64_t done = simulate(game, trace, 1);
    if (done <= 0)
        return (int32_t)done;
    int64_t noted = ask(game, note_way, 0);
    game->surveyed = 0;
    if (noted < 0)
        return (int32_t)noted;
    game->traced = 1;
    return 1;
}

int64_t gametree_notes_size(const gametree *game) {
    return game != 0 && game->traced ? INTEGERS(game, NOTES_USED)[USED_FIGURES] : 0;
}

const double *gametree_notes(const gametree *game) {
    return game != 0 && game->traced ? FLOATS(game, NOTES_FIGURES) : 0;
}

const char *gametree_noted(gametree *game, int32_t group) {
    if (game == 0 || !game->traced || group < -1 || group >= INTEGERS(game, NOTES_USED)[USED_GROUPS])
        return 0;
    int64_t ahead = game->ahead;
    game->ahead = 0;
    const char *found = text_of(game, names_of_moves, group);
    game->ahead = ahead;
    return found;
}

const char *gametree_rule(const gametree *game) { return (void)game, RULE; }

double gametree_exploration(const gametree *game) {
    return game == 0 ? __builtin_nan("") : game->explores ? game->exploration : USUAL_C;
}

int32_t gametree_explore_by(gametree *game, double c) {
    if (game == 0)
        return GAMETREE_ARGUMENT;
    if (EXPLORATION[0] < 0)
        return fail(game, GAMETREE_ARGUMENT, "the selection rule has no exploration constant");
    if (!(c >= 0.0 && c <= 1e9))
        return fail(game, GAMETREE_ARGUMENT, "the exploration constant must be between 0 and 1e9");
    game->exploration = c;
    game->explores = 1;
    set_words(game);
    int64_t done = game->started ? ask(game, renew, 0) : 0;
    return done < 0 ? (int32_t)done : 0;
}

void gametree_stop(gametree *game) {
    if (game != 0)
        game->stopped = 1;
}

int64_t gametree_simulations(const gametree *game) {
    return is_started(game) ? INTEGERS(game, COUNTERS)[COUNTER_SIMULATIONS] : 0;
}

int32_t gametree_best(gametree *game) {
    if (game == 0)
        return GAMETREE_ARGUMENT;
    if (!game->started)
        return fail(game, GAMETREE_ARGUMENT, "this position was not searched yet");
    int64_t best = ask(game, statistics, 0);
    game->surveyed = 0;
    if (best == UNSEEN)
        return fail(game, GAMETREE_ARGUMENT, "the search has no node of this position");
    game->proven = (int32_t)INTEGERS(game, EXCHANGE_NUMBERS)[FIRST];
    return (int32_t)best;
}

int64_t gametree_visits(const gametree *game, int32_t move) {
    return is_move(game, move) && game->started ? INTEGERS(game, EXCHANGE_COUNTS)[move] : 0;
}

double gametree_mean(const gametree *game, int32_t move) {
    return is_move(game, move) && game->started ? FLOATS(game, EXCHANGE_FLOATS)[move] : 0.0;
}

double gametree_worth(const gametree *game, int32_t move) {
    return is_move(game, move) && game->started ? FLOATS(game, EXCHANGE_WORTHS)[move]
                                                : __builtin_nan("");
}

int64_t gametree_child(const gametree *game, int32_t move) {
    return is_move(game, move) && game->started ? INTEGERS(game, EXCHANGE_CHILDREN)[move] : 0;
}

int32_t gametree_is_proven(const gametree *game) { return game != 0 && game->proven; }

const char *gametree_line(gametree *game, int32_t step) {
    if (!is_started(game) || step < 0)
        return 0;
    const char *found = text_of(game, text_of_line, step);
    return found == 0 || *found == 0 ? 0 : found;
}

int64_t gametree_tree_size(const gametree *game) {
    return is_started(game) ? INTEGERS(game, TREE_USED)[USED_END] : 0;
}

const void *gametree_tree(const gametree *game) {
    return game == 0 ? 0 : game->buffers[TREE_WORDS];
}
