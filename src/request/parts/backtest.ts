import { z } from "zod";
import type { AssetId } from "../../domain/asset.ts";
import { boundedNumber } from "../../domain/bounded_number.ts";
import type { DeepReadonly } from "../../domain/deep_readonly.ts";
import { jsonPointer } from "../../domain/errors.ts";
import type { Frequency } from "../../domain/frequency.ts";
import { METHODS } from "../../optimization/methods/mod.ts";
import { rebalancesOf, type WalkForwardPlan, whyWindowTooLong } from "../../simulation/backtest/mod.ts";
import { checkConstraints, type Constraints } from "./constraints.ts";
import { FaultList } from "../../faults/fault_list.ts";
import { type MethodChoice, methodConfig, readMethods } from "./methods.ts";
import { whyNotRun } from "../method_rules.ts";
import { suggestion } from "../../faults/nearest_word.ts";
import type { BenchmarkChoice } from "../run_request.ts";
import { faultsOfIssues, shown } from "../../faults/schema_faults.ts";

/** A walk-forward of methods over the history of a run, with every default filled in. */
export interface BacktestRequest extends WalkForwardPlan {
  /** As the caller calls it; null without a name. */
  readonly name: string | null;
  readonly initialCapital: number;
  readonly methods: readonly MethodChoice[];
  /** The run's, an asset of it, or weights of its assets; null without one. */
  readonly benchmark: BenchmarkChoice | null;
}

/** The largest backtest that is taken: rebalances × methods. */
export const MOST_REBALANCES = 5_000;
/** The characters of the weights of all rebalances in the largest section that is taken: a text holds 5e8, and its bytes lie beside it. */
export const MOST_WEIGHT_CHARACTERS = 1.5e8;
/** Of a weight beside the name of its asset: 24 of the number, a colon and a comma. */
const CHARACTERS_PER_WEIGHT = 26;

/** The least rows in a window: a variance has none of fewer. */
const LEAST_WINDOW = 2;
const MOST_ROWS = 10_000;
/** A tenth of what is traded. */
const MOST_BPS = 1_000;

const TRAIN_WINDOW: Readonly<Record<Frequency, number>> = { daily: 252, weekly: 52, monthly: 12 };
const REBALANCE_EVERY: Readonly<Record<Frequency, number>> = { daily: 21, weekly: 4, monthly: 1 };

/** The body of POST /runs/{run_id}/backtest, and `rolling_backtest` of POST /jobs. */
export const backtestSchema = z.strictObject({
  name: z.string().min(1).max(120).optional(),
  train_window: z.int().min(LEAST_WINDOW).max(MOST_ROWS).optional(),
  rebalance_every: z.int().min(1).max(MOST_ROWS).optional().meta({
    description:
      `At most ${MOST_REBALANCES} rebalances, counted over all methods; fewer where the run has more than about 700 assets`,
  }),
  expanding: z.boolean().default(false),
  drift: z.boolean().default(true),
  cost_bps: z.number().min(0).max(MOST_BPS).default(0),
  slippage_bps: z.number().min(0).max(MOST_BPS).default(0),
  initial_capital: z.number().gt(0).max(1e15).default(1),
  methods: z.array(z.unknown()).min(1).max(20).optional(),
  benchmark: z.union([z.string(), z.strictObject({ weights: z.record(z.string(), boundedNumber) })], {
    error: ({ input }) =>
      `Cannot take ${shown(input)} for "benchmark": the run's own, the name of an asset or {"weights": {…}} is needed`,
  }).nullable().optional(),
});
type BacktestBody = z.infer<typeof backtestSchema>;

/** The fields of a backtest with every default filled in. */
export type BacktestConfig = DeepReadonly<
  & Omit<BacktestBody, DefaultedByRun>
  & { [Field in DefaultedByRun]: Exclude<BacktestBody[Field], undefined> }
>;
type DefaultedByRun = "train_window" | "rebalance_every" | "methods";

/** The run that a backtest stands on, as much as its request is checked against. */
export interface BacktestedRun {
  readonly assets: readonly AssetId[];
  readonly frequency: Frequency;
  readonly methods: readonly MethodChoice[];
  readonly constraints: Constraints;
  readonly benchmark: BenchmarkChoice | null;
  readonly hasHistory: boolean;
  readonly hasStartingPortfolio: boolean;
}

/** The backtest that a body asks for; null where it has a fault, each of which is told below `pointer`. */
export function readBacktest(
  fields: unknown,
  pointer: string,
  run: BacktestedRun,
  faults: FaultList,
): BacktestRequest | null {
  if (!run.hasHistory) {
    faults.add(pointer, "Cannot backtest moments: a backtest needs a history");
    return null;
  }
  const parsed = backtestSchema.safeParse(fields);
  if (!parsed.success) {
    faults.addWithin(pointer, faultsOfIssues(parsed.error.issues, { schema: backtestSchema, value: fields }));
    return null;
  }
  const body = parsed.data;
  const methods = body.methods === undefined ? run.methods : methodsOf(body.methods, { pointer, run }, faults);
  const benchmark = body.benchmark === undefined
    ? run.benchmark
    : benchmarkOf(body.benchmark, { pointer, run }, faults);
  if (methods === null || benchmark === REFUSED) return null;
  const request: BacktestRequest = {
    name: body.name ?? null,
    trainWindow: body.train_window ?? TRAIN_WINDOW[run.frequency],
    rebalanceEvery: body.rebalance_every ?? REBALANCE_EVERY[run.frequency],
    expanding: body.expanding,
    drift: body.drift,
    costBps: body.cost_bps,
    slippageBps: body.slippage_bps,
    initialCapital: body.initial_capital,
    methods,
    benchmark,
  };
  const refusals = shortWindows(request);
  for (const why of refusals) faults.add(`${pointer}/train_window`, why);
  return refusals.length === 0 ? request : null;
}

function shortWindows({ trainWindow, methods }: BacktestRequest): readonly string[] {
  const needs = new Map(methods.map(({ method }) => [method, METHODS.get(method)?.needs.observations ?? 0]));
  return [...needs].filter(([, needed]) => needed > trainWindow).map(([method, needed]) =>
    `Cannot train method "${method}" on ${trainWindow} returns: it needs ${needed}`
  );
}

interface Place {
  readonly pointer: string;
  readonly run: BacktestedRun;
}

/** A key of the run's methods stands for that method as the run has it; anything else is read as in POST /jobs. */
function methodsOf(
  entries: readonly unknown[],
  { pointer, run }: Place,
  faults: FaultList,
): readonly MethodChoice[] | null {
  const own = new Map<unknown, MethodChoice>(run.methods.map((choice) => [choice.key, choice]));
  const resolved = entries.map((entry) => {
    const choice = own.get(entry);
    return choice === undefined ? entry : methodConfig(choice);
  });
  const found = new FaultList();
  const methods = readMethods(resolved, found);
  const context = {
    assets: run.assets,
    hasStartingPortfolio: run.hasStartingPortfolio,
    hasBenchmark: run.benchmark !== null,
  };
  if (found.isEmpty) {
    methods.forEach((choice, i) => {
      for (const why of whyNotRun(choice, { ...context, constraints: run.constraints, hasHistory: true })) {
        found.add(`/methods/${i}`, why);
      }
      if (choice.constraints !== null) {
        checkConstraints(choice.constraints, `/methods/${i}/constraints`, context, found);
      }
    });
  }
  faults.addWithin(pointer, found.told);
  return found.isEmpty ? methods : null;
}

const REFUSED = Symbol("refused");

function benchmarkOf(
  benchmark: Exclude<BacktestBody["benchmark"], undefined>,
  { pointer, run }: Place,
  faults: FaultList,
): BenchmarkChoice | null | typeof REFUSED {
  if (benchmark === null) return null;
  const absent = (name: string, at: string): typeof REFUSED => {
    faults.add(pointer + at, `Cannot find asset ${shown(name)} of the run${suggestion(name, run.assets)}`);
    return REFUSED;
  };
  if (typeof benchmark === "string") {
    const asset = run.assets.find((one) => one === benchmark);
    if (asset !== undefined) return { kind: "asset", asset };
    return wordOf(run.benchmark) === benchmark ? run.benchmark : absent(benchmark, "/benchmark");
  }
  const names = Object.keys(benchmark.weights);
  if (names.length === 0) {
    faults.add(`${pointer}/benchmark/weights`, "Cannot use a benchmark without a weight");
    return REFUSED;
  }
  const unknown = names.filter((name) => !run.assets.some((asset) => asset === name));
  for (const name of unknown) absent(name, `/benchmark/weights${jsonPointer(name)}`);
  return unknown.length === 0 ? { kind: "weights", weights: benchmark.weights } : REFUSED;
}

/** What a request calls a benchmark by; null for weights and prices, which have no name. */
function wordOf(benchmark: BenchmarkChoice | null): string | null {
  if (benchmark?.kind === "index") return benchmark.id;
  return benchmark?.kind === "asset" || benchmark?.kind === "listed" ? benchmark.asset : null;
}

/** The fields of a backtest with every default filled in; read again, they make the same request. */
export function backtestConfig(request: BacktestRequest): BacktestConfig {
  const { name, benchmark } = request;
  return {
    ...name === null ? {} : { name },
    train_window: request.trainWindow,
    rebalance_every: request.rebalanceEvery,
    expanding: request.expanding,
    drift: request.drift,
    cost_bps: request.costBps,
    slippage_bps: request.slippageBps,
    initial_capital: request.initialCapital,
    methods: request.methods.map(methodConfig),
    // Prices are those of the run, which is what none says.
    ...benchmark?.kind === "prices" ? {} : { benchmark: benchmarkConfig(benchmark) },
  };
}

function benchmarkConfig(benchmark: BenchmarkChoice | null): BacktestConfig["benchmark"] {
  return benchmark?.kind === "weights" ? { weights: benchmark.weights } : wordOf(benchmark);
}

/** Why a history of so many returns cannot be walked through, at which field; null where it can. */
export function whyNotBacktested(
  backtest: BacktestRequest,
  { observations, assets }: { readonly observations: number; readonly assets: readonly AssetId[] },
): { readonly field: "train_window" | "rebalance_every"; readonly detail: string } | null {
  const tooLong = whyWindowTooLong(backtest, observations);
  if (tooLong !== null) return { field: "train_window", detail: tooLong };
  const { rebalanceEvery, methods } = backtest;
  const rebalances = rebalancesOf(backtest, observations) * methods.length;
  const refused = `Cannot rebalance ${methods.length} ${methods.length === 1 ? "method" : "methods"} every ` +
    `${rebalanceEvery}: that makes ${rebalances} rebalances`;
  if (rebalances > MOST_REBALANCES) {
    return { field: "rebalance_every", detail: `${refused}, at most ${MOST_REBALANCES} are taken` };
  }
  const most = Math.floor(MOST_WEIGHT_CHARACTERS / charactersOf(assets));
  if (rebalances <= most) return null;
  return { field: "rebalance_every", detail: `${refused}, at most ${most} of ${assets.length} assets are taken` };
}

/** Of the weights of one rebalance, as JSON. */
function charactersOf(assets: readonly AssetId[]): number {
  return assets.reduce((sum, asset) => sum + JSON.stringify(asset).length + CHARACTERS_PER_WEIGHT, 0);
}
