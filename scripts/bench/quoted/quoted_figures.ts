import type { MarketShape } from "../row.ts";

/** A time that others have published for a problem of the same size. It was not measured here. */
export interface QuotedFigure {
  /** Program that was timed, and the machine it ran on. */
  readonly program: string;
  /** Published time in seconds: one number, or the least and the largest of several. */
  readonly seconds: readonly [least: number, largest: number];
  /** Where the time was published, with the year. */
  readonly source: string;
}

/** A problem of `min_cvar`, long only at a confidence of 95 %, and what others have published for its size. */
export interface QuotedProblem {
  readonly shape: MarketShape;
  readonly quotes: readonly QuotedFigure[];
}

const NOTEBOOKS = "NVIDIA's notebooks on mean-CVaR portfolios (2026), simulated scenarios of S&P 500 stocks";
const GB10_PAGE = "a public page on cuFOLIO (2026)";

/** Every problem with published times, from the smallest to the largest. */
export const QUOTED_PROBLEMS: readonly QuotedProblem[] = [
  {
    shape: { assets: 8, observations: 5_000 },
    quotes: [{ program: "cuFOLIO, its linear program alone, GB10", seconds: [0.251, 0.251], source: GB10_PAGE }],
  },
  {
    shape: { assets: 392, observations: 10_000 },
    quotes: [
      { program: "cuOpt by its own interface, H200", seconds: [0.21, 0.21], source: NOTEBOOKS },
      { program: "cuOpt through a modelling layer, H200", seconds: [1, 1], source: NOTEBOOKS },
      { program: "Clarabel, 112 cores", seconds: [64, 64], source: NOTEBOOKS },
    ],
  },
  {
    shape: { assets: 392, observations: 20_000 },
    quotes: [
      { program: "cuOpt, H200", seconds: [0.99, 2.67], source: NOTEBOOKS },
      { program: "Clarabel, 112 cores", seconds: [151, 175], source: NOTEBOOKS },
    ],
  },
];

/** Returns the name of a problem, such as "392 x 10,000". */
export function nameOf({ shape: { assets, observations } }: QuotedProblem): string {
  return `${assets} x ${observations.toLocaleString("en-US")}`;
}
