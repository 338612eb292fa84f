import { type Matrix, matrix } from "../../../src/domain/matrix.ts";
import { Draw } from "../programs/draw.ts";

/** A history of returns that breaks usual assumptions of solvers. */
export interface HostileMarket {
  readonly name: string;
  readonly about: string;
  /** Daily returns of the hostile history: T rows of n assets. */
  readonly returns: Matrix;
  /**
   * Daily benchmark returns: the mean of the assets plus noise, so that equal weights do not replicate the benchmark.
   */
  readonly benchmark: Float64Array;
}

type Entry = (t: number, j: number) => number;

interface Recipe {
  readonly name: string;
  readonly about: string;
  readonly rows: number;
  readonly columns: number;
  /** Returns the entries of the hostile history, made by changing those of a regular one-factor market. */
  change(plain: Entry, draw: Draw): Entry;
}

const RECIPES: readonly Recipe[] = [
  {
    name: "rank one",
    about: "20 multiples of one series",
    rows: 250,
    columns: 20,
    change(plain, draw) {
      const loadings = drawn(20, () => draw.between(0.2, 2));
      return (t, j) => loadings[j] * plain(t, 0);
    },
  },
  {
    name: "scales apart",
    about: "an asset of volatility 1e-8 and one of 1e+2 among 20",
    rows: 250,
    columns: 20,
    change: (plain) => (t, j) => (j === 0 ? 1e-6 : j === 1 ? 1e4 : 1) * plain(t, j),
  },
  {
    name: "outlier",
    about: "one return of +900 % among 20 assets",
    rows: 250,
    columns: 20,
    change: (plain) => (t, j) => t === 100 && j === 7 ? 9 : plain(t, j),
  },
  {
    name: "duplicates",
    about: "ten columns, each twice",
    rows: 250,
    columns: 20,
    change: (plain) => (t, j) => plain(t, j % 10),
  },
  { name: "T = n + 1", about: "41 rows of 40 assets", rows: 41, columns: 40, change: (plain) => plain },
  { name: "T < n", about: "30 rows of 200 assets", rows: 30, columns: 200, change: (plain) => plain },
  {
    name: "constant",
    about: "an asset that earns 0.02 % each day among 20",
    rows: 250,
    columns: 20,
    change: (plain) => (t, j) => j === 3 ? 2e-4 : plain(t, j),
  },
  {
    name: "hedged pair",
    about: "two of 20 assets that together earn 0.04 % each day",
    rows: 250,
    columns: 20,
    change: (plain) => (t, j) => j === 1 ? 4e-4 - plain(t, 0) : plain(t, j),
  },
  {
    name: "all negative",
    about: "no return of 20 assets above 0",
    rows: 250,
    columns: 20,
    change: (plain) => (t, j) => -Math.abs(plain(t, j)),
  },
  {
    name: "integers",
    about: "returns of -1, 0, 1 and 2 of 20 assets",
    rows: 250,
    columns: 20,
    change: (plain) => (t, j) => Math.max(-1, Math.min(2, Math.round(60 * plain(t, j)))),
  },
];

/** Returns the ten hostile histories of returns that a seed determines. */
export function hostileMarkets(seed: number): readonly HostileMarket[] {
  return RECIPES.map(({ name, about, rows, columns, change }, k) => {
    const draw = new Draw(seed + k), plain = factorEntries(rows, columns, draw), entry = change(plain, draw);
    const data = Float64Array.from(
      { length: rows * columns },
      (_, at) => entry(Math.floor(at / columns), at % columns),
    );
    return { name, about, returns: matrix(rows, columns, data), benchmark: beside(data, columns, draw) };
  });
}

/**
 * Returns the entries of a regular market: one factor plus noise, with volatilities of about 1 % and means from -0.05 %
 * to 0.15 % per day.
 */
function factorEntries(rows: number, columns: number, draw: Draw): Entry {
  const factor = drawn(rows, () => draw.normal()), noise = drawn(rows * columns, () => draw.normal());
  const loadings = drawn(columns, () => draw.between(0.4, 1.1)),
    means = drawn(columns, () => draw.between(-5e-4, 15e-4));
  return (t, j) => means[j] + 0.01 * (loadings[j] * factor[t] + 0.7 * noise[t * columns + j]);
}

function beside(data: Float64Array, columns: number, draw: Draw): Float64Array {
  return Float64Array.from({ length: data.length / columns }, (_, t) => {
    const row = data.subarray(t * columns, (t + 1) * columns);
    return row.reduce((sum, one) => sum + one / columns, 0) + 0.002 * draw.normal();
  });
}

function drawn(length: number, next: () => number): Float64Array {
  return Float64Array.from({ length }, next);
}
