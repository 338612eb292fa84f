import { z } from "zod";
import type { Artifact } from "../domain/artifact.ts";
import { assetId } from "../domain/asset.ts";
import { FREQUENCIES } from "../domain/frequency.ts";
import type { BacktestedRun } from "../request/backtest_request.ts";
import { jsonArtifact } from "./json_artifact.ts";
import type { BenchmarkChoice, OptimizationRequest } from "../request/request.ts";
import type { SimulatedRun } from "../request/simulation_request.ts";

/** What the submission of a simulation or a backtest is checked against: as much of a run as is small however many assets and dates it has. */
export interface RunFigures extends Omit<BacktestedRun, "hasHistory">, Pick<SimulatedRun, "seed"> {
  /** Returns of the history; 0 without one. */
  readonly observations: number;
  /** Keys of the methods that have weights, in the order of the request. */
  readonly answered: readonly string[];
}

/** The file of a run that holds its figures. No caller is shown it. */
export const RUN_FIGURES_NAME = "run_figures.json";

/** The figures of a run that succeeded. */
export function runFigures(
  request: Omit<OptimizationRequest, "history">,
  { observations, answered }: Pick<RunFigures, "observations" | "answered">,
): RunFigures {
  const { assets, frequency, seed, methods, constraints, benchmark, startingPortfolio } = request;
  const hasStartingPortfolio = startingPortfolio !== null;
  return { assets, frequency, seed, methods, constraints, benchmark, hasStartingPortfolio, observations, answered };
}

/** As a file beside the result, for `readRunFigures`. */
export function runFiguresArtifact({ benchmark, ...figures }: RunFigures): Artifact {
  return jsonArtifact(RUN_FIGURES_NAME, {
    ...figures,
    benchmark: benchmark?.kind === "prices" ? { kind: "prices" } : benchmark,
  });
}

/** The figures in a file that was parsed. Of a benchmark by its prices nothing but that it is one: a backtest has them from the run. */
export function readRunFigures(document: unknown): RunFigures {
  return schema.parse(document);
}

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
  benchmark: benchmark.nullable(),
  hasStartingPortfolio: z.boolean(),
  observations: z.int(),
  answered: z.array(z.string()),
});
