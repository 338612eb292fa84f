import { z } from "zod";
import { assetId } from "../domain/asset.ts";
import { daysSinceEpoch } from "../domain/days_since_epoch.ts";
import type { DeepReadonly } from "../domain/deep_readonly.ts";
import { FREQUENCIES } from "../domain/frequency.ts";
import { DAY_MS } from "../domain/instant.ts";
import type { BenchmarkChoice } from "../request/parts/benchmark.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";
import { doubt } from "./doubt_schema.ts";
import { type Document, jsonBytes, jsonDocument } from "./document.ts";

/** Days of returns: the first one, and of each other the number of days since the one before. */
const days = z.object({ first: z.string(), gaps: z.array(z.int()) }).transform(({ first, gaps }): readonly string[] => {
  let at = daysSinceEpoch(first);
  return [first, ...gaps.map((gap) => new Date((at += gap) * DAY_MS).toISOString().slice(0, 10))];
});

const asset = z.string().transform(assetId);
const constraints = z.record(z.string(), z.unknown());
const benchmark = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("index"), id: z.string() }),
  z.object({ kind: z.literal("asset"), asset }),
  z.object({ kind: z.literal("listed"), asset }),
  z.object({ kind: z.literal("weights"), weights: z.record(z.string(), z.number()) }),
  z.object({ kind: z.literal("prices") }).transform((): BenchmarkChoice => ({
    kind: "prices",
    prices: new Float64Array(),
  })),
]);

const schema = z.object({
  assets: z.array(asset),
  frequency: z.enum(FREQUENCIES),
  seed: z.int(),
  methods: z.array(z.object({
    method: z.string(),
    key: z.string(),
    parameters: z.record(z.string(), z.unknown()),
    constraints: constraints.nullable(),
  })),
  constraints,
  /** Name of the run's estimator of expected returns; null for runs that an earlier version stored without it. */
  expected_returns: z.object({ estimator: z.string() }).nullable().default(null),
  benchmark: benchmark.nullable(),
  hasStartingPortfolio: z.boolean(),
  /** Number of period returns in the history of the run; 0 without a history. */
  observations: z.int(),
  /** Whether the returns are scenarios, and whether these count alike; absent for all other runs. */
  scenarios: z.enum(["alike", "weighted"]).optional(),
  /** Number of period returns over which a backtest walks, of a run whose assets come and go; absent for all others. */
  available: z.int().optional(),
  /** Dates of the returns over which a backtest walks; absent without dates, and of runs stored by earlier versions. */
  dates: days.optional(),
  /** Keys of the run's methods that found weights, in the order of the request. */
  answered: z.array(z.string()),
  /** Doubts about the history of the run; none for runs that an earlier version stored without them. */
  doubts: z.array(doubt).default([]),
});

/**
 * Type of the facts about a run that a later simulation or backtest is checked against. They contain no series and no
 * matrix of the run, so reading them is fast.
 */
export type RunBasis = DeepReadonly<z.output<typeof schema>>;

/**
 * Definition of the stored document with the facts about a run that later simulations and backtests are checked
 * against. A benchmark given by its prices is only noted as such; a backtest reads the prices from the run.
 */
export const runBasis = {
  ...jsonDocument({ kind: "optimization", name: "run_figures.json", hidden: true, schema }),
  write({ benchmark, dates, ...basis }: RunBasis): Uint8Array<ArrayBuffer> {
    return jsonBytes({
      ...basis,
      ...dates === undefined ? {} : { dates: gapsOf(dates) },
      benchmark: benchmark?.kind === "prices" ? { kind: "prices" } : benchmark,
    });
  },
} satisfies Document<RunBasis, unknown>;

function gapsOf(dates: readonly string[]): z.input<typeof days> {
  const [first = "", ...later] = dates;
  let before = daysSinceEpoch(first);
  const gaps = later.map((date) => {
    const day = daysSinceEpoch(date), gap = day - before;
    before = day;
    return gap;
  });
  return { first, gaps };
}

/** Collects the facts of a successful run that later simulations and backtests need. */
export function basisOf(
  request: Omit<OptimizationRequest, "history">,
  { observations, available, scenarios, dates = [], answered, doubts }: Pick<
    RunBasis,
    "observations" | "scenarios" | "available" | "dates" | "answered" | "doubts"
  >,
): RunBasis {
  const { assets, frequency, seed, methods, constraints, benchmark, starting_portfolio } = request;
  const expected_returns = { estimator: request.expected_returns.estimator };
  const hasStartingPortfolio = starting_portfolio !== undefined;
  const checked = { assets, frequency, seed, methods, constraints, expected_returns, benchmark, hasStartingPortfolio };
  const optional = {
    ...available === undefined ? {} : { available },
    ...scenarios === undefined ? {} : { scenarios },
    ...dates.length === 0 ? {} : { dates },
  };
  return { ...checked, observations, ...optional, answered, doubts };
}
