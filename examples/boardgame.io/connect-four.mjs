// Connect four as a game of boardgame.io, with rules in JavaScript.

const WIDTH = 7;
const HEIGHT = 6;
const WAYS = [[1, 0], [0, 1], [1, 1], [1, -1]];

const at = (G, column, row) => G.columns[column]?.[row];
const open = (G) => [...Array(WIDTH).keys()].filter((column) => G.columns[column].length < HEIGHT);

function hasWon(G, column) {
  const row = G.columns[column].length - 1;
  const stone = at(G, column, row);
  const run = (right, up) => {
    let count = 0;
    while (at(G, column + (count + 1) * right, row + (count + 1) * up) === stone) count++;
    return count;
  };
  return WAYS.some(([right, up]) => run(right, up) + run(-right, -up) >= 3);
}

export const ConnectFour = {
  name: "connect-four",
  setup: () => ({ columns: Array.from({ length: WIDTH }, () => []), played: [] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop: ({ G, playerID }, column) => {
      if (!open(G).includes(column)) return "INVALID_MOVE";
      G.columns[column].push(playerID);
      G.played.push(column);
    },
  },
  endIf: ({ G, ctx }) => {
    if (G.played.length > 0 && hasWon(G, G.played.at(-1))) return { winner: ctx.currentPlayer };
    return open(G).length === 0 ? { draw: true } : undefined;
  },
  ai: { enumerate: (G) => open(G).map((column) => ({ move: "drop", args: [column] })) },
};

/** How the exported game names moves: its columns count from 1. */
export const names = {
  played: (G) => G.played.map((column) => String(column + 1)),
  nameOf: ({ args }) => String(args[0] + 1),
};
