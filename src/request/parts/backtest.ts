import { z } from "zod";
import { type AssetId, assetId } from "../../domain/asset.ts";
import { boundedName, givenName } from "../../domain/bounded_name.ts";
import type { Frequency } from "../../domain/frequency.ts";
import type { FaultList } from "../../faults/fault_list.ts";
import { isObject } from "../../faults/json_object.ts";
import { parseBySchema } from "../../faults/parse_by_schema.ts";
import { shown } from "../../faults/schema_faults.ts";
import { METHODS } from "../../optimization/methods/mod.ts";
import {
  rebalancesOf,
  rowsOfStretch,
  type WalkForwardPlan,
  whyNotStretched,
  whyWindowTooLong,
} from "../../simulation/backtest/mod.ts";
import { type BenchmarkChoice, benchmarkWeights, checkAsset, checkWeights } from "./benchmark.ts";
import { calendarDay } from "./calendar_day.ts";
import { checkConstraints, type Constraints } from "./constraints.ts";
import {
  checkMethod,
  checkReadParameters,
  type MethodChoice,
  methodConfig,
  methodsPart,
  MOST_METHODS,
  readMethods,
  type SavedMapFiller,
  withMaps,
} from "./methods.ts";
import { doubtPolicy } from "./doubt_policy.ts";
import type { EstimatorChoice } from "./estimators.ts";
import type { Part } from "./part.ts";

/** Largest number of rebalances in a backtest, summed over all methods. */
export const MOST_REBALANCES = 5_000;
/**
 * Largest number of characters that the weights of all rebalances may take in the JSON result of a backtest. A
 * JavaScript string holds 5e8, and the result's bytes are in memory beside it.
 */
export const MOST_WEIGHT_CHARACTERS = 1.5e8;
/**
 * Number of characters that one weight takes in JSON besides the asset's name: 24 for the number, a colon and a comma.
 */
const CHARACTERS_PER_WEIGHT = 26;

/** Smallest number of returns in the train window of a backtest. A variance needs two. */
const LEAST_WINDOW = 2;
const MOST_ROWS = 10_000;
/** Largest trading cost or slippage in a backtest, in basis points: a tenth of the traded amount. */
const MOST_BPS = 1_000;

const TRAIN_WINDOW: Readonly<Record<Frequency, number>> = { daily: 252, weekly: 52, monthly: 12, yearly: 1 };
const REBALANCE_EVERY: Readonly<Record<Frequency, number>> = { daily: 21, weekly: 4, monthly: 1, yearly: 1 };

const schema = z.strictObject({
  name: givenName.optional().meta({ description: "Name under which the backtest is listed" }),
  start_date: calendarDay.optional().meta({
    description: "First day whose return the backtest earns; the returns of the train window stand before it. Left " +
      "out, the first returns of the history train",
  }),
  end_date: calendarDay.optional().meta({
    description: "Last day whose return the backtest earns; the last of the history if absent",
  }),
  train_window: z.int().min(LEAST_WINDOW).max(MOST_ROWS).optional().meta({
    description:
      "Number of returns before each rebalance from which its weights are computed; a year of them if absent",
  }),
  rebalance_every: z.int().min(1).max(MOST_ROWS).optional().meta({
    description: "Number of returns between two rebalances; a month of them if absent, and 1 for yearly returns. " +
      `At most ${MOST_REBALANCES} rebalances, counted over all methods; fewer where the run has more than about 700 assets`,
  }),
  expanding: z.boolean().default(false).meta({
    description:
      "Whether each train window begins at the first return and grows; if not, its length stays and it moves on",
  }),
  drift: z.boolean().default(true).meta({
    description:
      "Whether weights move with prices between rebalances; if not, they are restored after each return without cost",
  }),
  cost_bps: z.number().min(0).max(MOST_BPS).default(0).meta({
    description: "Cost of trading, in basis points of the traded amount: 10 are 0.1 percent",
  }),
  slippage_bps: z.number().min(0).max(MOST_BPS).default(0).meta({
    description: "Loss by worse prices when trading, in basis points of the traded amount; added to the cost",
  }),
  initial_capital: z.number().gt(0).max(1e15).default(1).meta({
    description: "Worth of the portfolio at the start, in money",
  }),
  methods: z.array(z.unknown()).min(1).max(MOST_METHODS).optional().meta({
    description: "Methods that are backtested; those of the run if absent",
  }),
  benchmark: z.union([boundedName, benchmarkWeights], {
    error: ({ input }) =>
      `Cannot take ${shown(input)} for "benchmark": the run's own, the name of an asset or {"weights": {…}} is needed`,
  }).nullable().optional().meta({
    description:
      "What the backtest is compared with: the run's own benchmark by its name, an asset of the run, or weights of " +
      "its assets; the run's benchmark if absent",
  }),
});
/** Schema of the body of POST /runs/{run_id}/backtest, which also says what doubts about it do. */
export const submittedBacktest = schema.extend({ doubts: doubtPolicy });

/** Schema of a backtest request after the defaults that depend on its run are filled in. */
const filledSchema = schema.required({ train_window: true, rebalance_every: true });
type BacktestFields = z.output<typeof filledSchema>;

/**
 * Type of the request for a walk-forward backtest of methods over the history of a run, with every default filled in.
 */
export interface BacktestRequest extends Readonly<Omit<BacktestFields, "methods" | "benchmark">> {
  readonly methods: readonly MethodChoice[];
  /**
   * Benchmark of the backtest: the run's own benchmark, an asset of the run, or weights of its assets. Null without
   * one.
   */
  readonly benchmark: BenchmarkChoice | null;
}

/** Type of the run's data that the request for its backtest is checked against. */
export interface BacktestedRun {
  readonly assets: readonly AssetId[];
  readonly frequency: Frequency;
  readonly methods: readonly MethodChoice[];
  readonly constraints: Constraints;
  readonly benchmark: BenchmarkChoice | null;
  readonly hasHistory: boolean;
  /** Estimator of the run's expected returns. Null if it is not known. */
  readonly expected_returns: Pick<EstimatorChoice, "estimator"> | null;
  readonly hasStartingPortfolio: boolean;
  /** Whether the run estimates by pairs, so that assets come and go in its backtest; not if absent. */
  readonly isByPairs?: boolean | undefined;
  /** Whether the returns of the run are scenarios, which have no dates; not if absent. */
  readonly isUnordered?: boolean;
  /**
   * Object that replaces the ids of saved classification maps by the maps, in methods that the backtest does not share
   * with the run. Absent if none of them names a map.
   */
  readonly savedMaps?: SavedMapFiller;
}

/**
 * Definition of the request fields of a backtest. They are the field `rolling_backtest` of POST /jobs and the whole
 * body of POST /runs/{run_id}/backtest.
 */
export const backtestPart = {
  schema,
  rules({ train_window: window, methods, expanding, ...stretch }, { isByPairs = false }, faults) {
    const { start_date: start, end_date: end } = stretch;
    if (start !== undefined && end !== undefined && start > end) {
      faults.add("/start_date", `Cannot start on ${start}: it is after the end, ${end}`);
    }
    if (isByPairs && expanding) {
      faults.add(
        "/expanding",
        'Cannot expand the train window of a run with history "available": its assets come and go; leave "expanding" ' +
          'out, or send history "common"',
      );
    }
    const refusals = methods.flatMap(({ method, parameters }) => {
      const needed = METHODS.get(method)?.needs(parameters).observations ?? 0;
      return needed > window ? [`Cannot train method "${method}" on ${window} returns: it needs ${needed}`] : [];
    });
    for (const why of new Set(refusals)) faults.add("/train_window", why);
  },
  config: ({ methods, benchmark, ...plan }) => ({
    ...plan,
    ...methodsPart.config({ methods }),
    // A benchmark given by prices is always the run's own, so the config of the backtest leaves it out.
    ...benchmark?.kind === "prices" ? {} : { benchmark: benchmarkConfig(benchmark) },
  }),
} satisfies Part<BacktestRequest, Pick<BacktestedRun, "isByPairs">, BacktestRequest>;

/** Type of the stored config of a backtest: its fields with every default filled in. */
export type BacktestConfig = ReturnType<typeof backtestPart.config>;

/** Reads the request for a backtest from a request body. Reports every fault and returns null if there is one. */
export function readBacktest(fields: unknown, run: BacktestedRun, faults: FaultList): BacktestRequest | null {
  if (!run.hasHistory) {
    faults.add("", "Cannot backtest moments: a backtest needs a history");
    return null;
  }
  if (run.isUnordered === true) {
    faults.add("", "Cannot backtest scenarios: a backtest needs a history with dates");
    return null;
  }
  const defaults = { train_window: TRAIN_WINDOW[run.frequency], rebalance_every: REBALANCE_EVERY[run.frequency] };
  const filled = isObject(fields) ? { ...defaults, ...fields } : fields;
  const body = parseBySchema(filledSchema, filled, faults);
  if (body === null) return null;
  const { methods: entries, benchmark: sent, ...plan } = body;
  const methods = entries === undefined ? run.methods : methodsOf(entries, run, faults);
  const benchmark = sent === undefined ? run.benchmark : benchmarkOf(sent, run, faults.within("/benchmark"));
  const request = { ...plan, methods, benchmark };
  if (faults.isEmpty) backtestPart.rules(request, run, faults);
  return faults.isEmpty ? request : null;
}

/**
 * Reads the methods of a backtest's request. A key of one of the run's methods means that method with the run's
 * parameters; any other entry is read as in POST /jobs.
 */
function methodsOf(entries: readonly unknown[], run: BacktestedRun, faults: FaultList): readonly MethodChoice[] {
  const own = new Map<unknown, MethodChoice>(run.methods.map((choice) => [choice.key, choice]));
  const resolved = entries.map((entry) => {
    const choice = own.get(entry);
    return choice === undefined ? entry : methodConfig(choice);
  });
  const read = readMethods(resolved, faults);
  const { savedMaps } = run;
  const methods = savedMaps === undefined ? read.methods : read.methods.map((choice) => withMaps(choice, savedMaps));
  if (!faults.isEmpty) {
    checkReadParameters(read, run, faults);
    return [];
  }
  const surroundings = { ...run, hasBenchmark: run.benchmark !== null, isByPairs: false };
  methods.forEach((choice, i) => {
    checkMethod(choice, surroundings, faults.within(`/methods/${i}`));
    if (choice.constraints === null) return;
    checkConstraints(choice.constraints, surroundings, faults.within(`/methods/${i}/constraints`));
  });
  return methods;
}

function benchmarkOf(
  benchmark: NonNullable<BacktestFields["benchmark"]> | null,
  run: BacktestedRun,
  faults: FaultList,
): BenchmarkChoice | null {
  if (benchmark === null) return null;
  const known = { assets: run.assets, of: " of the run" };
  if (typeof benchmark !== "string") {
    checkWeights(benchmark.weights, known, faults.within("/weights"));
    return { kind: "weights", weights: benchmark.weights };
  }
  if (wordOf(run.benchmark) === benchmark) return run.benchmark;
  checkAsset(benchmark, known, faults);
  return { kind: "asset", asset: assetId(benchmark) };
}

/**
 * Returns the name by which a request refers to a benchmark. Returns null for a benchmark of weights and for prices
 * without a name.
 */
function wordOf(benchmark: BenchmarkChoice | null): string | null {
  if (benchmark?.kind === "index") return benchmark.id;
  if (benchmark?.kind === "prices") return benchmark.name ?? null;
  return benchmark?.kind === "asset" || benchmark?.kind === "listed" ? benchmark.asset : null;
}

function benchmarkConfig(benchmark: BenchmarkChoice | null): unknown {
  return benchmark?.kind === "weights" ? { weights: benchmark.weights } : wordOf(benchmark);
}

/**
 * Returns the plan of a walk-forward backtest, converted from the field names of the request to those of the simulation
 * code.
 */
export function walkForwardPlanOf({ expanding, drift, ...request }: BacktestRequest): WalkForwardPlan {
  return {
    trainWindow: request.train_window,
    rebalanceEvery: request.rebalance_every,
    expanding,
    drift,
    costBps: request.cost_bps,
    slippageBps: request.slippage_bps,
  };
}

/** Returns the rows of a history with these dates over which a backtest walks, those of its first window among them. */
export function rowsOfBacktest(backtest: BacktestRequest, dates: readonly string[]): ReturnType<typeof rowsOfStretch> {
  return rowsOfStretch(dates, stretchOf(backtest));
}

/** Returns why a history with these dates has no backtest of the stretch that is asked for; null if it has. */
export function whyNoStretch(
  backtest: BacktestRequest,
  dates: readonly string[],
): { readonly field: "start_date" | "end_date"; readonly detail: string } | null {
  const why = whyNotStretched(dates, stretchOf(backtest));
  return why && { field: `${why.day}_date`, detail: why.detail };
}

function stretchOf(
  { train_window: trainWindow, start_date: startDate, end_date: endDate }: BacktestRequest,
): Parameters<typeof rowsOfStretch>[1] {
  return { trainWindow, startDate, endDate };
}

/**
 * Returns why a history with so many returns cannot be backtested as requested, with the request field that is at
 * fault; null if it can. Without the dates of the returns, the stretch of the backtest is not judged.
 */
export function whyNotBacktested(
  backtest: BacktestRequest,
  { observations: all, dates, assets, isByPairs = false }: {
    readonly observations: number;
    readonly dates?: readonly string[] | undefined;
    readonly assets: readonly AssetId[];
    readonly isByPairs?: boolean | undefined;
  },
): {
  readonly field: "start_date" | "end_date" | "train_window" | "rebalance_every";
  readonly detail: string;
} | null {
  const plan = walkForwardPlanOf(backtest);
  const noStretch = dates === undefined ? null : whyNoStretch(backtest, dates);
  if (noStretch !== null) return noStretch;
  const observations = dates === undefined ? all : countOf(rowsOfBacktest(backtest, dates));
  const tooLong = whyWindowTooLong(plan, observations);
  if (tooLong !== null) return { field: "train_window", detail: tooLong };
  const { methods } = backtest;
  const rebalances = rebalancesOf(plan, observations) * methods.length;
  const refused = `Cannot rebalance ${methods.length} ${methods.length === 1 ? "method" : "methods"} every ` +
    `${plan.rebalanceEvery}: that makes ${rebalances} rebalances`;
  if (rebalances > MOST_REBALANCES) {
    return { field: "rebalance_every", detail: `${refused}, at most ${MOST_REBALANCES} are taken` };
  }
  const most = Math.floor(MOST_WEIGHT_CHARACTERS / charactersOf(assets, isByPairs));
  if (rebalances <= most) return null;
  return { field: "rebalance_every", detail: `${refused}, at most ${most} of ${assets.length} assets are taken` };
}

function countOf({ first, end }: ReturnType<typeof rowsOfBacktest>): number {
  return end - first;
}

/**
 * Returns the number of JSON characters that the weights of one rebalance of a backtest take, with the names of the
 * assets that took part where assets come and go.
 */
function charactersOf(assets: readonly AssetId[], isNamed: boolean): number {
  const times = isNamed ? 2 : 1;
  return assets.reduce((sum, asset) => sum + times * JSON.stringify(asset).length + CHARACTERS_PER_WEIGHT, 0);
}
