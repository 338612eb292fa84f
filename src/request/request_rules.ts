import type { AssetId } from "../domain/asset.ts";
import { jsonPointer } from "../domain/errors.ts";
import { benchmarksOf } from "../market_data/benchmarks.ts";
import { METHODS } from "../optimization/methods/mod.ts";
import { checkConstraints, familiesBeyond } from "./parts/constraints.ts";
import { checkEstimator, checkMoments } from "./parts/estimators.ts";
import type { FaultList } from "../faults/fault_list.ts";
import { checkHistory, checkNames, HISTORY_LIMITS } from "./parts/history.ts";
import { whyNotRun } from "./method_rules.ts";
import { suggestion } from "../faults/nearest_word.ts";
import { assetsOf, type RequestParts } from "./run_request.ts";
import { shown } from "../faults/schema_faults.ts";

/** The rules across the fields of a body whose shape is right. Every fault is told. */
export function checkRules(parts: RequestParts, faults: FaultList): void {
  checkInput(parts, faults);
  const assets = assetsOf(parts);
  checkDates(parts, faults);
  checkBenchmark(parts, assets, faults);
  checkEstimators(parts, assets, faults);
  checkMethods(parts, assets, faults);
  checkFrontier(parts, faults);
  refuseUnusedFamilies(parts, faults);
  const context = ruleContext(parts, assets);
  checkConstraints(parts.constraints, "/constraints", context, faults);
  parts.methods.forEach(({ constraints }, i) => {
    if (constraints !== null) checkConstraints(constraints, `/methods/${i}/constraints`, context, faults);
  });
}

function ruleContext({ body }: RequestParts, assets: readonly AssetId[]): Parameters<typeof checkConstraints>[2] {
  return {
    assets,
    hasStartingPortfolio: body.starting_portfolio !== undefined,
    hasBenchmark: body.benchmark !== undefined,
  };
}

function checkInput({ body, beside, history }: RequestParts, faults: FaultList): void {
  const listed = (["stocks", "funds"] as const).filter((kind) => body[kind] !== undefined);
  const inBody = beside === undefined
    ? (["prices", "returns"] as const).filter((kind) => body[kind] !== undefined)
    : [];
  const besides = beside === undefined ? [] : [beside.kind];
  const inputs = [...besides, ...listed, ...inBody, ...(body.moments ? ["moments"] : [])];
  if (inputs.length === 0) {
    faults.add("", "Cannot find an asset: one of stocks, funds, prices, returns and moments is needed");
  }
  for (const extra of inputs.slice(1)) {
    faults.add(`/${extra}`, `Cannot take "${extra}" beside "${inputs[0]}": a run has one of them`);
  }
  if (history !== null) checkHistory(history.kind, history.table, faults, beside?.locate ?? (() => ""));
  if (body.moments === undefined) return;
  if (body.moments.assets.length === 0) faults.add("/moments/assets", "Cannot find an asset: at least one is needed");
  const { assets } = body.moments;
  if (assets.length > HISTORY_LIMITS.assets) {
    faults.add("/moments/assets", `Cannot take ${assets.length} assets: a run takes at most ${HISTORY_LIMITS.assets}`);
  }
  checkNames("/moments/assets", body.moments.assets, faults);
}

function checkDates({ body, history }: RequestParts, faults: FaultList): void {
  const { start_date: start, end_date: end } = body;
  if (start !== undefined && end !== undefined && start > end) {
    faults.add("/start_date", `Cannot start on ${start}: it is after the end, ${end}`);
    return;
  }
  if (body.moments !== undefined) {
    if (start !== undefined) faults.add("/start_date", 'Cannot use "start_date" with moments: they have no history');
    if (end !== undefined) faults.add("/end_date", 'Cannot use "end_date" with moments: they have no history');
    return;
  }
  if (history === null) return;
  const { dates } = history.table;
  if (dates.length === 0) return;
  const last = dates[dates.length - 1];
  if (start !== undefined && start > last) {
    faults.add("/start_date", `Cannot start on ${start}: the history ends on ${last}`);
  }
  if (end !== undefined && end < dates[0]) {
    faults.add("/end_date", `Cannot end on ${end}: the history starts on ${dates[0]}`);
  }
}

function checkBenchmark(parts: RequestParts, assets: readonly AssetId[], faults: FaultList): void {
  const { body, listed, history } = parts;
  const { benchmark } = body;
  if (benchmark === undefined) return;
  if (typeof benchmark === "string") {
    if (assets.some((asset) => asset === benchmark)) return;
    const why = listed === null ? whyNotOwn(benchmark, assets) : whyNotListed(benchmark, listed, parts.market);
    if (why !== null) faults.add("/benchmark", why);
  } else if ("weights" in benchmark) {
    const names = Object.keys(benchmark.weights);
    if (names.length === 0) faults.add("/benchmark/weights", "Cannot use a benchmark without a weight");
    for (const name of names) checkAsset(name, `/benchmark/weights${jsonPointer(name)}`, assets, faults);
  } else if (history === null) {
    const what = listed === null ? "moments" : "listed assets";
    faults.add("/benchmark", `Cannot use prices of a benchmark with ${what}: there are no dates for them`);
  } else checkBenchmarkPrices(benchmark.prices, history, faults);
}

function whyNotOwn(benchmark: string, assets: readonly AssetId[]): string {
  return `Cannot find benchmark ${shown(benchmark)} among the assets${suggestion(benchmark, assets)}: ` +
    "an index is not available for own data, send its prices";
}

/** An index of the market that the provider has, or another listed asset of it. */
function whyNotListed(
  benchmark: string,
  { market }: NonNullable<RequestParts["listed"]>,
  known: RequestParts["market"],
): string | null {
  const indices = benchmarksOf(market).filter((id) => known?.benchmarks.includes(id));
  if (indices.some((id) => id === benchmark) || known?.listings.get(benchmark)?.market === market) return null;
  const choice = indices.length === 0 ? "" : `${indices.join(", ")}, `;
  return `Cannot find benchmark ${
    shown(benchmark)
  } for market ${market}: use ${choice}an asset of the market or weights`;
}

function checkBenchmarkPrices(
  prices: readonly (number | null)[],
  { kind, table }: NonNullable<RequestParts["history"]>,
  faults: FaultList,
): void {
  const needed = table.dates.length + (kind === "returns" ? 1 : 0);
  if (prices.length !== needed) {
    const why = kind === "returns" ? `${needed}, one before the first of ${table.dates.length} returns` : `${needed}`;
    faults.add("/benchmark/prices", `Cannot use ${prices.length} prices: as many as dates are needed, ${why}`);
  }
  if (prices.every((price) => price === null)) {
    faults.add("/benchmark/prices", "Cannot use a benchmark without a price");
  }
  prices.forEach((price, row) => {
    if (price !== null && price <= 0) {
      faults.add(`/benchmark/prices/${row}`, `Cannot use ${price} of the benchmark: a price must be above 0`);
    }
  });
}

function checkAsset(name: string, pointer: string, assets: readonly AssetId[], faults: FaultList): void {
  if (assets.some((asset) => asset === name)) return;
  faults.add(pointer, `Cannot find asset ${shown(name)}${suggestion(name, assets)}`);
}

function checkEstimators({ body, estimators }: RequestParts, assets: readonly AssetId[], faults: FaultList): void {
  if (body.moments === undefined) {
    checkEstimator("expected_returns", estimators.expectedReturns, assets, faults);
    checkEstimator("covariance", estimators.covariance, assets, faults);
    return;
  }
  for (const field of ["expected_returns", "covariance"] as const) {
    if (body[field] !== undefined) {
      faults.add(`/${field}`, `Cannot use "${field}" beside moments, which are the estimates`);
    }
  }
  checkMoments(estimators.covariance, assets, faults);
}

function checkMethods(
  { body, methods, constraints, history }: RequestParts,
  assets: readonly AssetId[],
  faults: FaultList,
): void {
  const surroundings = {
    assets,
    constraints,
    hasHistory: history !== null || body.moments === undefined,
    hasBenchmark: body.benchmark !== undefined,
    hasStartingPortfolio: body.starting_portfolio !== undefined,
  };
  methods.forEach((choice, i) => {
    for (const why of whyNotRun(choice, surroundings)) faults.add(`/methods/${i}`, why);
  });
}

/** The points of a frontier are portfolios of `efficient_return`: it enforces what that does. */
function checkFrontier({ body, constraints }: RequestParts, faults: FaultList): void {
  if (body.efficient_frontier === undefined) return;
  const enforced = METHODS.get("efficient_return")?.enforces ?? new Set<string>();
  for (const family of familiesBeyond(constraints, enforced)) {
    faults.add("/efficient_frontier", `Cannot enforce the constraint family "${family}" along the efficient frontier`);
  }
}

/** Where every method has constraints of its own, no method refuses the run's. */
function refuseUnusedFamilies({ body, methods, constraints }: RequestParts, faults: FaultList): void {
  if (body.efficient_frontier !== undefined || methods.some((choice) => choice.constraints === null)) return;
  const all = new Set(Object.keys(constraints));
  for (const family of familiesBeyond(constraints, all)) {
    faults.add(`/constraints/${family}`, `Cannot use constraint family "${family}": it is not available yet`);
  }
}
