import type { AssetId, Market } from "../domain/asset.ts";
import { isObject } from "../faults/json_object.ts";
import { type ParsedRun, parseRun, type RunBody } from "./parse_run.ts";
import { allocationPart } from "./parts/allocation.ts";
import { type AssetFields, assetsPart } from "./parts/assets.ts";
import { backtestPart, type BacktestRequest, readBacktest } from "./parts/backtest.ts";
import { type BenchmarkChoice, type BenchmarkFields, benchmarkPart } from "./parts/benchmark.ts";
import { type Constraints, constraintsPart } from "./parts/constraints.ts";
import { datesPart } from "./parts/dates.ts";
import { efficientFrontierPart } from "./parts/efficient_frontier.ts";
import { type Estimators, estimatorsPart } from "./parts/estimators.ts";
import type { History, HistoryBeside } from "./parts/history.ts";
import { checkReadParameters, type MethodChoice, methodsPart } from "./parts/methods.ts";
import type { Fields, Part } from "./parts/part.ts";
import { readSimulation, type SimulationRequest } from "./parts/simulation.ts";
import { type Lookups, type ResolvedRun, resolveRun } from "./resolve_run.ts";

/**
 * What a run does, checked, with every default filled in: the fields of its body, and what was read from the others.
 */
export interface OptimizationRequest extends Readonly<Omit<RunBody, ReadFields>>, Estimators {
  readonly market: Market;
  readonly assets: readonly AssetId[];
  /** The caller's own; null with moments, and with listed assets. */
  readonly history: History | null;
  /** Whether the assets are stocks or funds, whose history `prepare` loads from market data. */
  readonly listed: boolean;
  readonly benchmark: BenchmarkChoice | null;
  /** Annual. */
  readonly risk_free_rate: number;
  readonly methods: readonly MethodChoice[];
  readonly constraints: Constraints;
  /** Walked through after the methods, within the run. */
  readonly rolling_backtest?: BacktestRequest;
  /** Submitted for the run once it has succeeded. */
  readonly monte_carlo?: SimulationRequest;
}

/** The fields that a request has otherwise than they were sent. */
type ReadFields =
  | keyof AssetFields
  | keyof BenchmarkFields
  | keyof Estimators
  | "methods"
  | "constraints"
  | "rolling_backtest"
  | "monte_carlo";

/** In the order in which the faults of their rules are told. */
const PARTS: readonly Part<RunBody, ResolvedRun, OptimizationRequest>[] = [
  assetsPart,
  datesPart,
  benchmarkPart,
  estimatorsPart,
  methodsPart,
  efficientFrontierPart,
  constraintsPart,
  allocationPart,
];

/**
 * The request in a body of POST /jobs. Throws `validation_failed` with every fault of its shape and its names, those of
 * methods included that are seen beside the assets, or, once these are right, every fault of the rules across its
 * fields, each with a JSON Pointer into the body.
 */
export function parseRequest(
  body: unknown,
  { beside, market = null, ...lookups }: { readonly beside?: HistoryBeside } & Partial<Lookups> = {},
): OptimizationRequest {
  return requestOf(parseRun(body, beside), { market, ...lookups });
}

/** The request of a parsed run: its names are looked up, then its rules checked. Throws as `parseRequest`. */
export function requestOf(parsed: ParsedRun, lookups: Lookups): OptimizationRequest {
  const { faults } = parsed, before = faults.count;
  const run = resolveRun(parsed, lookups);
  const { methods, methodPlaces: places, isRightButForMethods } = run;
  // All that is wrong with methods is told at once, as far as the rest is known to be right.
  if (before > 0 && faults.count === before && isRightButForMethods) {
    checkReadParameters({ methods, places }, run, faults);
  }
  faults.throwIfAny();
  for (const part of PARTS) part.rules?.(run.body, run, faults);
  const later = readLater(run);
  faults.throwIfAny();
  return { ...fieldsOf(run), ...later };
}

/**
 * The body of POST /jobs that a request was read from, with every default filled in; read again, it makes the same
 * request.
 */
export function runConfig(body: unknown, request: OptimizationRequest): Fields {
  const { rolling_backtest: backtest, monte_carlo: simulation, seed } = request;
  return Object.assign(
    { ...isObject(body) ? body : {} },
    ...PARTS.map((part) => part.config?.(request)),
    backtest && { rolling_backtest: backtestPart.config(backtest) },
    simulation && { monte_carlo: simulation },
    { seed },
  );
}

type Later = Pick<OptimizationRequest, "rolling_backtest" | "monte_carlo">;

/** What is computed from the run after its methods, checked against it. */
function readLater({ body, faults, ...resolved }: ResolvedRun): Later {
  const { frequency, seed, rolling_backtest: sentBacktest, monte_carlo: sentSimulation } = body;
  // Where moments stand beside a history, which is a fault already, they are told of.
  const run = { ...resolved, frequency, seed, hasHistory: body.moments === undefined };
  const backtest = sentBacktest && readBacktest(sentBacktest, run, faults.within("/rolling_backtest"));
  const simulation = sentSimulation && readSimulation(sentSimulation, run, faults.within("/monte_carlo"));
  return { ...backtest && { rolling_backtest: backtest }, ...simulation && { monte_carlo: simulation } };
}

function fieldsOf(
  { body, beside, listed, history, assets, benchmark, methods, expected_returns, covariance, constraints }: ResolvedRun,
): Omit<OptimizationRequest, keyof Later> {
  const { stocks: _stocks, funds: _funds, prices: _prices, returns: _returns, moments: _moments, ...fields } = body;
  const { rolling_backtest: _backtest, monte_carlo: _simulation, ...plain } = fields;
  const market = beside?.market ?? "CUSTOM";
  return {
    ...plain,
    market: listed?.market ?? market,
    assets,
    history: history && { kind: history.kind, table: history.table, source: beside?.source ?? "request", market },
    listed: listed !== null,
    benchmark,
    risk_free_rate: body.risk_free_rate ?? 0,
    methods,
    expected_returns,
    covariance,
    constraints,
  };
}
