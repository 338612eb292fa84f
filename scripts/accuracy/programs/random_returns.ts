import type { Draw } from "./draw.ts";

/** Random history of returns with the names of its irregularities. */
export interface RandomReturns {
  readonly kinds: readonly string[];
  /** Simple returns of the random history: T rows of n assets. */
  readonly returns: number[][];
}

type Unevenness = (returns: number[][], draw: Draw) => void;

/** Irregularities of a random history, in the order in which they are applied. */
const UNEVENNESS: Readonly<Record<string, Unevenness>> = {
  rank_one: rankOne,
  scales: scaledApart,
  jump: withJumps,
  duplicates: withDuplicates,
  constants: withConstants,
};

/**
 * Returns the returns of a random one-factor market. A third of the histories are regular. The others have one to three
 * irregularities: asset volatilities up to 1e6 apart, jumps of 10 to 1e6 in a return, duplicate columns, constant
 * columns, rank one, or fewer rows than columns.
 */
export function randomReturns(draw: Draw): RandomReturns {
  const chosen = draw.isIn(0.33) ? [] : draw.some([...Object.keys(UNEVENNESS), "short_history"], draw.integer(1, 3));
  const returns = factorMarket(draw, chosen.includes("short_history"));
  for (const [kind, apply] of Object.entries(UNEVENNESS)) if (chosen.includes(kind)) apply(returns, draw);
  return { kinds: chosen, returns };
}

function factorMarket(draw: Draw, isShort: boolean): number[][] {
  const isLarge = draw.isIn(0.02);
  const assets = isLarge ? draw.integer(31, 90) : 2 + Math.floor(29 * draw.between(0, 1) ** 1.5);
  const longest = isLarge ? 250 : 120;
  const rows = isShort
    ? draw.integer(3, Math.max(3, assets - 1))
    : Math.round(draw.magnitude(Math.min(Math.max(3, assets), longest), longest));
  const makeup = Array.from({ length: assets }, () => ({
    drift: 0.006 * draw.between(-0.3, 0.7),
    loading: 0.02 * draw.between(-0.2, 1.5),
    noise: draw.magnitude(0.002, 0.06),
  }));
  return Array.from({ length: rows }, () => {
    const factor = draw.normal();
    return makeup.map(({ drift, loading, noise }) => drift + loading * factor + noise * draw.normal());
  });
}

function rankOne(returns: number[][], draw: Draw): void {
  const loadings = returns[0].map(() => draw.sign() * draw.magnitude(0.1, 3));
  const shifts = returns[0].map(() => draw.isIn(0.5) ? 0 : 0.002 * draw.normal());
  for (const row of returns) {
    const factor = row[0];
    for (let j = 0; j < row.length; j++) row[j] = loadings[j] * factor + shifts[j];
  }
}

function scaledApart(returns: number[][], draw: Draw): void {
  const span = draw.one([2, 3, 4, 6, 6]);
  const factors = returns[0].map(() => 10 ** -draw.between(0, span));
  for (const row of returns) row.forEach((entry, j) => row[j] = entry * factors[j]);
}

function withJumps(returns: number[][], draw: Draw): void {
  for (let left = draw.integer(1, 3); left > 0; left--) {
    draw.one(returns)[draw.integer(0, returns[0].length - 1)] = draw.magnitude(10, 1e6);
  }
}

function withDuplicates(returns: number[][], draw: Draw): void {
  const columns = returns[0].length;
  for (let left = draw.integer(1, Math.max(1, Math.floor(columns / 3))); left > 0; left--) {
    const from = draw.integer(0, columns - 1), to = draw.integer(0, columns - 1);
    const factor = draw.isIn(0.6) ? 1 : draw.one([2, 0.5, 1e-3, 1.1]);
    const noise = draw.isIn(0.2) ? 1e-9 : 0;
    for (const row of returns) row[to] = factor * row[from] + (noise === 0 ? 0 : noise * draw.normal());
  }
}

function withConstants(returns: number[][], draw: Draw): void {
  for (let left = draw.integer(1, 2); left > 0; left--) {
    const column = draw.integer(0, returns[0].length - 1);
    const constant = draw.one([0, 1e-6, 1e-4, 1e-3, -1e-3]);
    for (const row of returns) row[column] = constant;
  }
}
