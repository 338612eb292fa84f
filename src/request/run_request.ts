import { type Doubt, inOrder } from "../domain/doubt.ts";
import type { FaultList } from "../faults/fault_list.ts";
import { isObject } from "../faults/json_object.ts";
import type { OptimizationRequest } from "./optimization_request.ts";
import { convertedHistory } from "./conversion.ts";
import { type ParsedRun, parseRun, type RunBody } from "./parse_run.ts";
import { allocationPart } from "./parts/allocation.ts";
import { assetsPart } from "./parts/assets.ts";
import { backtestPart, readBacktest } from "./parts/backtest.ts";
import { benchmarkPart } from "./parts/benchmark.ts";
import { constraintsPart } from "./parts/constraints.ts";
import { currenciesPart } from "./parts/currencies.ts";
import { datesPart } from "./parts/dates.ts";
import { efficientFrontierPart } from "./parts/efficient_frontier.ts";
import { estimatorsPart } from "./parts/estimators.ts";
import type { HistoryBeside } from "./parts/history.ts";
import { checkReadParameters, methodsPart } from "./parts/methods.ts";
import type { Fields, Part } from "./parts/part.ts";
import { requestDoubts } from "./doubts/mod.ts";
import { refusedDoubts } from "./refused_doubts.ts";
import { readSimulation } from "./parts/simulation.ts";
import { type Lookups, type ResolvedRun, resolveRun } from "./resolve_run.ts";

/** Definitions of all parts of a run's request, in the order in which their faults are reported. */
const PARTS: readonly Part<RunBody, ResolvedRun, OptimizationRequest>[] = [
  assetsPart,
  currenciesPart,
  datesPart,
  benchmarkPart,
  estimatorsPart,
  methodsPart,
  efficientFrontierPart,
  constraintsPart,
  allocationPart,
];

/**
 * Reads the body of POST /jobs into a run request. Throws `validation_failed` with JSON Pointers into the body. If the
 * shape of the body has faults or a name is not found, those are reported, with faults in the parameters of methods if
 * only methods have faults. Only otherwise are the rules across fields checked, and all their faults reported.
 */
export function parseRequest(
  body: unknown,
  { beside, market = null, ...lookups }: { readonly beside?: HistoryBeside } & Partial<Lookups> = {},
): OptimizationRequest {
  return requestOf(parseRun(body, beside), { market, ...lookups });
}

/**
 * Looks up the names of a parsed run request, checks its rules and returns the checked request. With the doubts that
 * an earlier check has `found`, the rules are not checked again. Throws like `parseRequest`.
 */
export function requestOf(
  parsed: ParsedRun,
  lookups: Lookups,
  { found }: { readonly found?: readonly Doubt[] } = {},
): OptimizationRequest {
  const { faults } = parsed, before = faults.count;
  const run = resolveRun(parsed, lookups);
  const { methods, methodPlaces: places, isRightButForMethods } = run;
  // If only methods have faults so far, the faults in their parameters are reported in the same answer.
  if (before > 0 && faults.count === before && isRightButForMethods) {
    checkReadParameters({ methods, places }, run, faults);
  }
  faults.throwIfAny();
  if (found === undefined) { for (const part of PARTS) part.rules?.(run.body, run, faults); }
  const later = readLater(run);
  faults.throwIfAny();
  const request = { ...fieldsOf(run), ...later };
  if (found !== undefined) return { ...request, doubtsOfRequest: found };
  const doubtsOfRequest = inOrder([
    ...run.beside?.doubts ?? [],
    ...requestDoubts({ ...request, doubtsOfRequest: [] }),
  ]);
  refuseDoubts(doubtsOfRequest, request, faults);
  return { ...request, doubtsOfRequest };
}

/** Makes a fault of each doubt of severity `wrong`, where the request asks for that, and throws if there is one. */
function refuseDoubts(doubts: readonly Doubt[], { doubts: policy }: { doubts: string }, faults: FaultList): void {
  for (const fault of refusedDoubts(doubts, policy)) faults.add(fault.pointer, fault.detail);
  faults.throwIfAny();
}

/**
 * Returns the body of POST /jobs from which a request was read, with every default filled in. Reading it again gives
 * the same request.
 */
export function runConfig(body: unknown, request: OptimizationRequest): Fields {
  const { rolling_backtest: backtest, monte_carlo: simulation, asset_statistics, seed, doubts, estimates } = request;
  return Object.assign(
    { ...isObject(body) ? body : {} },
    ...PARTS.map((part) => part.config?.(request)),
    backtest && { rolling_backtest: backtestPart.config(backtest) },
    simulation && { monte_carlo: simulation },
    { asset_statistics, seed, doubts, estimates },
  );
}

type Later = Pick<OptimizationRequest, "rolling_backtest" | "monte_carlo">;

/** Reads and checks the requests for the backtest and the simulation that follow the run's methods. */
function readLater({ body, faults, ...resolved }: ResolvedRun): Later {
  const { frequency, seed, rolling_backtest: sentBacktest, monte_carlo: sentSimulation } = body;
  // A run's body with both moments and a history is already refused. It counts as moments here, so that its backtest
  // or simulation reports the missing history.
  const run = { ...resolved, frequency, seed, hasHistory: body.moments === undefined };
  const backtest = sentBacktest && readBacktest(sentBacktest, run, faults.within("/rolling_backtest"));
  const simulation = sentSimulation && readSimulation(sentSimulation, run, faults.within("/monte_carlo"));
  return { ...backtest && { rolling_backtest: backtest }, ...simulation && { monte_carlo: simulation } };
}

function fieldsOf(
  { body, beside, listed, history, assets, benchmark, methods, expected_returns, covariance, constraints }: ResolvedRun,
): Omit<OptimizationRequest, keyof Later | "doubtsOfRequest"> {
  const {
    stocks: _stocks,
    funds: _funds,
    prices: _prices,
    returns: _returns,
    moments: _moments,
    scenarios: _scenarios,
    ...fields
  } = body;
  const { rolling_backtest: _backtest, monte_carlo: _simulation, history: historyUse, ...plain } = fields;
  const market = beside?.market ?? "CUSTOM", own = history && convertedHistory(body, history);
  const facts = beside?.facts === undefined ? {} : { facts: beside.facts };
  return {
    ...plain,
    market: listed?.market ?? market,
    assets,
    history: own && { kind: own.kind, table: own.table, source: beside?.source ?? "request", market, ...facts },
    historyUse,
    listed: listed !== null,
    benchmark,
    risk_free_rate: body.risk_free_rate ?? 0,
    methods,
    expected_returns,
    covariance,
    constraints,
  };
}
