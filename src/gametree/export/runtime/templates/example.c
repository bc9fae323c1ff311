/* Play a game against itself: cc example.c STATIC -lm -o example && ./example */

#include <stdio.h>

#include "gametree.h"

int main(void) {
    gametree *game = gametree_new(1, (uint64_t)256 << 20);
    if (game == 0)
        return 1;
    while (gametree_is_over(game) == 0) {
        int32_t move;
        if (gametree_is_chance(game))
            move = gametree_draw(game);
        else {
            gametree_search(game, 1000);
            move = gametree_best(game);
        }
        if (move < 0 || gametree_is_over(game) < 0)
            break;
        printf("%s ", gametree_move_text(game, move));
        if (gametree_play(game, move) < 0)
            break;
    }
    if (gametree_is_over(game) != 1)
        fprintf(stderr, "%s\n", gametree_error(game));
    const char *text = gametree_text(game);
    printf("\n%s\n", text == 0 ? "" : text);
    for (int32_t player = 0; player < gametree_players(game); player++)
        printf("player %d: %g\n", player, gametree_returns(game, player));
    gametree_free(game);
    return 0;
}
