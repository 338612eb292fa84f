import { isObject } from "../../src/jobs/inline_history.ts";
import type { HistoryBeside } from "../../src/jobs/request.ts";
import type { FetchContext } from "../../src/market_data/provider.ts";
import { type Arguments, UsageError } from "./arguments.ts";
import { readHistoryFile } from "./history_file.ts";
import { parseJson } from "./json_document.ts";
import { readText } from "./read_text.ts";
import { sampleRequest } from "./sample_portfolio.ts";

/** A body as POST /jobs takes it, and the history that comes in a file. */
export interface LocalRequest {
  readonly body: unknown;
  readonly beside?: HistoryBeside;
}

/** What the options ask for: files are read, and each option stands in for the field of its name. */
export async function requestOfArguments(args: Arguments, context: FetchContext): Promise<LocalRequest> {
  const file = args.prices ?? args.returns;
  if (args.request === undefined && file === undefined) {
    const { body, beside } = await sampleRequest(assetNames(args), context);
    const fields = { ...body, ...await fieldsOf(args) };
    return { body: args.benchmark === undefined ? fields : { ...fields, benchmark: args.benchmark }, beside };
  }
  const body = args.request === undefined ? {} : parseJson(await readText(args.request), "the request");
  if (!isObject(body)) return { body };
  const fields = { ...body, ...await fieldsOf(args) };
  if (file === undefined) return { body: withAssets(fields, args) };
  const { beside, benchmarkPrices } = await readHistoryFile(file, {
    kind: args.prices === undefined ? "returns" : "prices",
    signal: context.signal,
    ...args.assets === undefined ? {} : { assets: assetNames(args) ?? [] },
    ...args.benchmark === undefined ? {} : { benchmark: args.benchmark },
  });
  const { prices: _prices, returns: _returns, ...rest } = fields;
  return { body: benchmarkPrices === null ? rest : { ...rest, benchmark: { prices: benchmarkPrices } }, beside };
}

function assetNames({ assets }: Arguments): readonly string[] | null {
  return assets?.split(",").map((name) => name.trim()) ?? null;
}

/** The fields that options name, as they would stand in a body: a number that is none stays a text, to be refused there. */
async function fieldsOf(args: Arguments): Promise<Record<string, unknown>> {
  const constraints = args.constraints === undefined
    ? undefined
    : parseJson(await readText(args.constraints), `"${args.constraints}"`, "/constraints");
  const fields: Record<string, unknown> = {
    start_date: args.start,
    end_date: args.end,
    frequency: args.frequency,
    risk_free_rate: numberIn(args.rf),
    methods: args.method,
    constraints,
    efficient_frontier: args.frontier === undefined ? undefined : { points: numberIn(args.frontier) },
    seed: numberIn(args.seed),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function numberIn(text: string | undefined): number | string | undefined {
  if (text === undefined || text.trim() === "") return text;
  const value = Number(text);
  return Number.isNaN(value) ? text : value;
}

/** The series of a body that `--assets` names, and its benchmark. */
function withAssets(fields: Record<string, unknown>, args: Arguments): Record<string, unknown> {
  const benchmarked = args.benchmark === undefined ? fields : { ...fields, benchmark: args.benchmark };
  const names = assetNames(args);
  if (names === null) return benchmarked;
  const kind = (["prices", "returns"] as const).find((one) => isObject(fields[one]));
  const history = kind && fields[kind];
  if (kind === undefined || !isObject(history) || !isObject(history.series)) {
    throw new UsageError("Cannot use --assets: the request has neither prices nor returns");
  }
  const { series } = history;
  const absent = names.find((name) => !Object.hasOwn(series, name));
  if (absent !== undefined) throw new UsageError(`Cannot find asset "${absent}" of --assets in the request`);
  return {
    ...benchmarked,
    [kind]: { ...history, series: Object.fromEntries(names.map((name) => [name, series[name]])) },
  };
}
