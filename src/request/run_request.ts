import { type AssetId, assetId, type Market } from "../domain/asset.ts";
import type { Fault } from "../domain/errors.ts";
import type { Frequency } from "../domain/frequency.ts";
import { type BacktestRequest, readBacktest } from "./parts/backtest.ts";
import { refuseLargeBody } from "./body_size.ts";
import { type Constraints, readConstraints } from "./parts/constraints.ts";
import { type EstimatorChoice, type EstimatorField, readEstimator, readMoments } from "./parts/estimators.ts";
import { FaultList } from "../faults/fault_list.ts";
import type { History, HistoryTable, Locator } from "./parts/history.ts";
import { BENCHMARK_IDS } from "../market_data/provider.ts";
import { readInlineHistory } from "./parts/inline_history.ts";
import { isObject } from "../faults/json_object.ts";
import { type ListedAssets, type ListedMarket, readListedAssets } from "./listed_assets.ts";
import { type MethodChoice, readMethods } from "./parts/methods.ts";
import { checkRules } from "./request_rules.ts";
import { NOT_AVAILABLE_YET, type RequestBody, requestSchema } from "./request_schema.ts";
import { faultsOfIssues } from "../faults/schema_faults.ts";
import { readSimulation, type SimulationRequest } from "./parts/simulation.ts";

/** What a run does, checked, with every default filled in. */
export interface OptimizationRequest {
  readonly name: string | null;
  readonly market: Market;
  readonly assets: readonly AssetId[];
  /** The caller's own; null with moments, and with listed assets. */
  readonly history: History | null;
  /** Whether the assets are stocks or funds, whose history `prepare` loads from market data. */
  readonly listed: boolean;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly frequency: Frequency;
  readonly benchmark: BenchmarkChoice | null;
  /** Annual. */
  readonly riskFreeRate: number;
  readonly methods: readonly MethodChoice[];
  readonly expectedReturns: EstimatorChoice;
  readonly covariance: EstimatorChoice;
  readonly constraints: Constraints;
  /** Null when the run starts from cash. */
  readonly startingPortfolio: Readonly<Record<string, number>> | null;
  readonly efficientFrontier: { readonly points: number } | null;
  readonly seed: number;
  /** Walked through after the methods, within the run. */
  readonly rollingBacktest: BacktestRequest | null;
  /** Submitted for the run once it has succeeded. */
  readonly monteCarlo: SimulationRequest | null;
}

export type BenchmarkChoice =
  | { readonly kind: "index"; readonly id: string }
  /** One of the run's. */
  | { readonly kind: "asset"; readonly asset: AssetId }
  /** Another of the same market, whose prices are loaded beside. */
  | { readonly kind: "listed"; readonly asset: AssetId }
  | { readonly kind: "weights"; readonly weights: Readonly<Record<string, number>> }
  /** NaN where missing; on the dates of the history, of returns one more at the front. */
  | { readonly kind: "prices"; readonly prices: Float64Array };

/** A history that comes beside the body, in place of its `prices` or `returns`. */
export interface HistoryBeside extends History {
  /** What was wrong with it already when it was read, pointers into the body. */
  readonly faults?: readonly Fault[];
  /** Where its rows and columns stand in the file. */
  readonly locate?: Locator;
}

/**
 * The request in a body of POST /jobs. Throws `validation_failed` with every fault of its shape, or, once the shape is right, every fault
 * of the rules across its fields, each with a JSON Pointer into the body.
 */
export function parseRequest(body: unknown, around: RequestSurroundings = {}): OptimizationRequest {
  if (isObject(body)) refuseLargeBody(body);
  const faults = new FaultList();
  const parts = readParts(body, faults, around);
  faults.throwIfAny();
  if (parts === null) throw new Error("A request without a fault has all its parts");
  checkRules(parts, faults);
  const later = readLater(parts, faults);
  faults.throwIfAny();
  return { ...requestOf(parts), ...later };
}

export interface RequestSurroundings {
  readonly beside?: HistoryBeside | undefined;
  /** What stocks and funds are looked up in; without it none is found. */
  readonly listed?: ListedMarket | null;
}

/** A body whose shape is right, its lists looked into, before the rules across fields. */
export interface RequestParts {
  readonly body: RequestBody;
  readonly beside: HistoryBeside | undefined;
  readonly market: ListedMarket | null;
  /** Null where the assets are those of a history or of moments. */
  readonly listed: ListedAssets | null;
  readonly history: { readonly kind: History["kind"]; readonly table: HistoryTable } | null;
  readonly methods: readonly MethodChoice[];
  readonly estimators: { readonly expectedReturns: EstimatorChoice; readonly covariance: EstimatorChoice };
  readonly constraints: Constraints;
}

/** The parts of a body; null where one has a fault, all of which are told. */
function readParts(body: unknown, faults: FaultList, around: RequestSurroundings): RequestParts | null {
  if (!isObject(body)) {
    faults.add("", "Cannot read the request: the body must be a JSON object");
    return null;
  }
  const fields = readFields(body, faults);
  const { beside, listed: market = null } = around;
  const history = readHistory(body, faults, beside);
  const methods = readMethods(Array.isArray(body.methods) ? body.methods : [], faults);
  const constraints = readConstraints(isObject(body.constraints) ? body.constraints : {}, "/constraints", faults);
  const moments = fields?.moments === undefined ? null : readMoments(fields.moments, faults);
  const expectedReturns = readChoice("expected_returns", body.expected_returns ?? HISTORICAL_MEAN, faults);
  const covariance = readChoice("covariance", body.covariance ?? SAMPLE_COVARIANCE, faults);
  const estimators = moments ?? (expectedReturns && covariance && { expectedReturns, covariance });
  if (fields === null || constraints === null || estimators === null) return null;
  const listed = readListedAssets(fields, market, faults);
  return { body: fields, beside, market, listed, history, methods, constraints, estimators };
}

const HISTORICAL_MEAN = { estimator: "historical_mean" };
const SAMPLE_COVARIANCE = { estimator: "sample" };

/** What is no estimator at all is told by the schema of the body. */
function readChoice(field: EstimatorField, choice: unknown, faults: FaultList): EstimatorChoice | null {
  if (!isObject(choice) || typeof choice.estimator !== "string") return null;
  return readEstimator(field, { ...choice, estimator: choice.estimator }, faults);
}

function readFields(body: Readonly<Record<string, unknown>>, faults: FaultList): RequestBody | null {
  const known: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(body)) {
    if (Object.hasOwn(NOT_AVAILABLE_YET, key)) faults.add(`/${key}`, `Cannot use "${key}": ${NOT_AVAILABLE_YET[key]}`);
    else known[key] = value;
  }
  const parsed = requestSchema.safeParse(known);
  if (parsed.success) return parsed.data;
  faults.addWithin("", faultsOfIssues(parsed.error.issues, { schema: requestSchema, value: known }));
  return null;
}

function readHistory(
  body: Readonly<Record<string, unknown>>,
  faults: FaultList,
  beside?: HistoryBeside,
): RequestParts["history"] {
  if (beside !== undefined) {
    faults.addWithin("", beside.faults ?? []);
    return beside;
  }
  for (const kind of ["prices", "returns"] as const) {
    if (body[kind] === undefined) continue;
    const table = readInlineHistory(kind, body[kind], faults);
    return table && { kind, table };
  }
  return null;
}

type Later = Pick<OptimizationRequest, "rollingBacktest" | "monteCarlo">;

/** What is computed from the run after its methods. */
function readLater(parts: RequestParts, faults: FaultList): Later {
  const { body: { frequency, seed, benchmark, moments, ...body }, methods, constraints } = parts;
  const assets = assetsOf(parts);
  const run = {
    assets,
    frequency,
    seed,
    methods,
    constraints,
    benchmark: benchmark === undefined ? null : benchmarkOf(benchmark, assets),
    hasHistory: moments === undefined,
    hasStartingPortfolio: body.starting_portfolio !== undefined,
  };
  const { rolling_backtest: backtest, monte_carlo: simulation } = body;
  return {
    rollingBacktest: backtest === undefined ? null : readBacktest(backtest, "/rolling_backtest", run, faults),
    monteCarlo: simulation === undefined ? null : readSimulation(simulation, "/monte_carlo", run, faults),
  };
}

function requestOf(parts: RequestParts): Omit<OptimizationRequest, keyof Later> {
  const { body, beside, listed, history, methods, constraints, estimators } = parts;
  const assets = assetsOf(parts);
  return {
    name: body.name ?? null,
    market: listed?.market ?? beside?.market ?? "CUSTOM",
    assets,
    history: history && {
      kind: history.kind,
      table: history.table,
      source: beside?.source ?? "request",
      market: beside?.market ?? "CUSTOM",
    },
    listed: listed !== null,
    startDate: body.start_date ?? null,
    endDate: body.end_date ?? null,
    frequency: body.frequency,
    benchmark: body.benchmark === undefined ? null : benchmarkOf(body.benchmark, assets),
    riskFreeRate: body.risk_free_rate ?? 0,
    methods,
    ...estimators,
    constraints,
    startingPortfolio: body.starting_portfolio ?? null,
    efficientFrontier: body.efficient_frontier ?? null,
    seed: body.seed,
  };
}

/** The assets listed, of a history or of moments, in the order sent. */
export function assetsOf(
  { body, history, listed }: Pick<RequestParts, "body" | "history" | "listed">,
): readonly AssetId[] {
  return listed?.assets ?? history?.table.assets ?? body.moments?.assets.map(assetId) ?? [];
}

function benchmarkOf(benchmark: NonNullable<RequestBody["benchmark"]>, assets: readonly AssetId[]): BenchmarkChoice {
  if (typeof benchmark === "string") {
    const asset = assets.find((one) => one === benchmark);
    if (asset !== undefined) return { kind: "asset", asset };
    return BENCHMARK_IDS.some((id) => id === benchmark)
      ? { kind: "index", id: benchmark }
      : { kind: "listed", asset: assetId(benchmark) };
  }
  if ("weights" in benchmark) return { kind: "weights", weights: benchmark.weights };
  return { kind: "prices", prices: Float64Array.from(benchmark.prices, (price) => price ?? NaN) };
}
