import { z } from "zod";
import { assetId } from "../domain/asset.ts";
import type { DeepReadonly } from "../domain/deep_readonly.ts";
import { FREQUENCIES } from "../domain/frequency.ts";
import type { BenchmarkChoice } from "../request/parts/benchmark.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";
import { doubt } from "./doubt_schema.ts";
import { type Document, jsonBytes, jsonDocument } from "./document.ts";

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
  write({ benchmark, ...basis }: RunBasis): Uint8Array<ArrayBuffer> {
    return jsonBytes({ ...basis, benchmark: benchmark?.kind === "prices" ? { kind: "prices" } : benchmark });
  },
} satisfies Document<RunBasis, unknown>;

/** Collects the facts of a successful run that later simulations and backtests need. */
export function basisOf(
  request: Omit<OptimizationRequest, "history">,
  { observations, available, scenarios, answered, doubts }: Pick<
    RunBasis,
    "observations" | "scenarios" | "available" | "answered" | "doubts"
  >,
): RunBasis {
  const { assets, frequency, seed, methods, constraints, benchmark, starting_portfolio } = request;
  const expected_returns = { estimator: request.expected_returns.estimator };
  const hasStartingPortfolio = starting_portfolio !== undefined;
  const checked = { assets, frequency, seed, methods, constraints, expected_returns, benchmark, hasStartingPortfolio };
  const optional = {
    ...available === undefined ? {} : { available },
    ...scenarios === undefined ? {} : { scenarios },
  };
  return { ...checked, observations, ...optional, answered, doubts };
}
