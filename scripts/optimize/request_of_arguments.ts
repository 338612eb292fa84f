import { isObject } from "../../src/faults/json_object.ts";
import { matrix } from "../../src/domain/matrix.ts";
import { FaultList } from "../../src/faults/fault_list.ts";
import { readScenarios } from "../../src/request/parts/scenarios.ts";
import { isUploadForm } from "../../src/request/parts/upload.ts";
import type { HistoryBeside } from "../../src/request/parts/history.ts";
import type { FetchContext, MarketDataProvider } from "../../src/market_data/provider.ts";
import { sample } from "../../src/market_data/providers/sample.ts";
import { type Arguments, UsageError } from "./arguments.ts";
import { readHistoryFile } from "./history_file.ts";
import { parseJson } from "./json_document.ts";
import { listedAssets, listedPortfolio, samplePortfolio } from "./portfolio_body.ts";
import { readText } from "./read_text.ts";

/**
 * Request body of POST /jobs, the history from a file where one is named, and the provider that knows the listed
 * assets.
 */
export interface LocalRequest {
  readonly body: unknown;
  readonly beside?: HistoryBeside;
  readonly marketData: MarketDataProvider;
}

/**
 * Builds the request from the options: reads the named files, and lets each option replace the body field that it
 * stands for.
 */
export async function requestOfArguments(
  args: Arguments,
  marketData: MarketDataProvider,
  context: FetchContext,
): Promise<LocalRequest> {
  const names = assetNames(args);
  if (args.request !== undefined || args.prices !== undefined || args.returns !== undefined) {
    return { ...await requestOfFiles(args, context), marketData };
  }
  const body = names === null
    ? await samplePortfolio(context)
    : listedPortfolio(names, await marketData.benchmarks?.(context) ?? []);
  return {
    body: withBenchmark({ ...body, ...await fieldsOf(args, {}) }, args),
    marketData: names ? marketData : sample,
  };
}

async function requestOfFiles(args: Arguments, context: FetchContext): Promise<Omit<LocalRequest, "marketData">> {
  const file = args.prices ?? args.returns;
  const body = args.request === undefined ? {} : parseJson(await readText(args.request), "the request");
  if (!isObject(body)) return { body };
  const fields = { ...body, ...await fieldsOf(args, body) };
  if (file === undefined) return withScenarios(withAssets(fields, args));
  const { benchmark } = withBenchmark(fields, args);
  const { beside, benchmarkPrices } = await readHistoryFile(file, {
    kind: args.prices === undefined ? "returns" : "prices",
    signal: context.signal,
    ...args.assets === undefined ? {} : { assets: assetNames(args) ?? [] },
    ...typeof benchmark === "string" ? { benchmark } : {},
  });
  const { prices: _prices, returns: _returns, ...rest } = fields;
  return { body: benchmarkPrices === null ? rest : { ...rest, benchmark: { prices: benchmarkPrices } }, beside };
}

/** Inputs that no request has beside scenarios. A request with two inputs is refused as it is. */
const OTHER_INPUTS = ["stocks", "funds", "prices", "returns", "moments"] as const;

/**
 * Moves the scenarios of a request beside its body, as a table of numbers that is sent to a worker without a copy of
 * their text.
 */
function withScenarios({ scenarios, ...body }: Record<string, unknown>): Omit<LocalRequest, "marketData"> {
  if (scenarios === undefined) return { body };
  if (isUploadForm(scenarios) || OTHER_INPUTS.some((input) => body[input] !== undefined)) {
    return { body: { ...body, scenarios } };
  }
  const faults = new FaultList(), table = readScenarios(scenarios, faults);
  const beside = {
    kind: "scenarios",
    source: "request",
    market: "CUSTOM",
    table: table ?? { dates: [], assets: [], values: matrix(0, 0) },
    faults: faults.told,
  } as const;
  return { body, beside };
}

function withBenchmark(fields: Record<string, unknown>, { benchmark }: Arguments): Record<string, unknown> {
  return benchmark === undefined ? fields : { ...fields, benchmark };
}

function assetNames({ assets }: Arguments): readonly string[] | null {
  return assets?.split(",").map((name) => name.trim()) ?? null;
}

/**
 * Returns the body fields that the options name. A number that cannot be read stays text, so that the validation
 * refuses it.
 */
async function fieldsOf(
  args: Arguments,
  body: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const { backtest = false, "monte-carlo": paths } = args;
  const constraints = args.constraints === undefined
    ? undefined
    : parseJson(await readText(args.constraints), `"${args.constraints}"`, "/constraints");
  const fields: Record<string, unknown> = {
    start_date: args.start,
    end_date: args.end,
    frequency: args.frequency,
    periods_per_year: numberIn(args["periods-per-year"]),
    partial_periods: args["partial-periods"],
    history: args.history,
    doubts: args.doubts,
    risk_free_rate: numberIn(args.rf),
    methods: args.method,
    constraints,
    efficient_frontier: args.frontier === undefined ? undefined : { points: numberIn(args.frontier) },
    rolling_backtest: backtest ? body.rolling_backtest ?? {} : undefined,
    monte_carlo: paths === undefined
      ? undefined
      : { ...isObject(body.monte_carlo) ? body.monte_carlo : {}, paths: numberIn(paths) },
    allocation: args.capital === undefined
      ? undefined
      : { ...isObject(body.allocation) ? body.allocation : {}, ...allocationOf(args.capital, args.lots) },
    seed: numberIn(args.seed),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Returns the capital and the lots, given as `asset=units,…`. Throws `UsageError` for a lot in another form. */
function allocationOf(capital: string, lots: string | undefined): Record<string, unknown> {
  if (lots === undefined) return { capital: numberIn(capital) };
  const entries = lots.split(",").map((entry) => {
    const at = entry.lastIndexOf("=");
    if (at < 1) throw new UsageError(`Cannot read "${entry}" of --lots: an asset and its units as A=5 are needed`);
    return [entry.slice(0, at).trim(), numberIn(entry.slice(at + 1))];
  });
  return { capital: numberIn(capital), lots: Object.fromEntries(entries) };
}

function numberIn(text: string | undefined): number | string | undefined {
  if (text === undefined || text.trim() === "") return text;
  const value = Number(text);
  return Number.isNaN(value) ? text : value;
}

/**
 * Returns the body with the assets of `--assets`, from its own history or else from market data, and with the benchmark
 * of the options.
 */
function withAssets(fields: Record<string, unknown>, args: Arguments): Record<string, unknown> {
  const benchmarked = withBenchmark(fields, args);
  const names = assetNames(args);
  if (names === null) return benchmarked;
  const kind = (["prices", "returns"] as const).find((one) => isObject(fields[one]));
  const history = kind && fields[kind];
  if (kind === undefined) {
    const { stocks: _stocks, funds: _funds, ...rest } = benchmarked;
    return { ...rest, ...listedAssets(names) };
  }
  if (!isObject(history) || !isObject(history.series)) {
    throw new UsageError(`Cannot use --assets: the ${kind} of the request have no series`);
  }
  const { series } = history;
  const absent = names.find((name) => !Object.hasOwn(series, name));
  if (absent !== undefined) throw new UsageError(`Cannot find asset "${absent}" of --assets in the request`);
  return {
    ...benchmarked,
    [kind]: { ...history, series: Object.fromEntries(names.map((name) => [name, series[name]])) },
  };
}
