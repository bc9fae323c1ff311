// A bot for boardgame.io that plays with an exported game: bots: { 1: gametreeBot(Bot, { ... }) }.

/**
 * Return a class of bots, as `Local({ bots })` and `Step` of boardgame.io take it.
 *
 * Bot is the class `Bot` of boardgame.io/ai. `load` returns a new game of the exported module. `played` returns
 * the names of the moves so far, from your G; `nameOf` returns the name of a move of boardgame.io. `limits` are
 * those of `search`.
 */
export function gametreeBot(Bot, { load, played, nameOf, limits = { simulations: 5000 } }) {
  return class GametreeBot extends Bot {
    #loading = null;
    #moves = []; // what the engine has played
    #turn = Promise.resolve();

    /** Return the action that the engine chooses, and what it has found. */
    play({ G, ctx }, playerID) {
      const turn = this.#turn.then(() => this.#choose(G, ctx, playerID));
      this.#turn = turn.catch(() => null); // one search at a time
      return turn;
    }

    async #choose(G, ctx, playerID) {
      const game = await (this.#loading ??= load());
      this.#follow(game, played(G, ctx));
      const result = await game.search(limits);
      const action = this.enumerate(G, ctx, playerID).find(({ payload }) => nameOf(payload, G, ctx) === result.action);
      if (action === undefined) throw new Error(`ai.enumerate lists no move that nameOf calls ${result.action}`);
      return { action, metadata: result };
    }

    /** Come to the position after the moves; some of the last ones may have been taken back. */
    #follow(game, moves) {
      let same = 0;
      while (same < this.#moves.length && this.#moves[same] === moves[same]) same++;
      while (this.#moves.length > same) {
        game.undo();
        this.#moves.pop();
      }
      for (const move of moves.slice(same)) {
        game.play(move);
        this.#moves.push(move);
      }
    }
  };
}
