import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { noteAbsence } from "./absent_program.ts";
import { type AssetId, assetId } from "../../src/domain/asset.ts";
import { type Matrix, matrix } from "../../src/domain/matrix.ts";
import type { PriceTable } from "../../src/estimation/price_table.ts";

const SHARED = new URL("../../../shared/", import.meta.url);

/**
 * Whether the reference answers and the real market data lie beside the project, in `../shared/reference` and
 * `../shared/data`. Without them, the tests that read them are ignored.
 */
export const SHARED_AVAILABLE: boolean = isFolder(new URL("reference/", SHARED)) && isFolder(new URL("data/", SHARED));

/**
 * Notes once per process, by `noteAbsence`, that the tests named by `what` are ignored, if the reference data is
 * absent.
 */
export function announceMissingShared(what: string): void {
  if (!SHARED_AVAILABLE) {
    noteAbsence("../shared beside the project", `${what}: ignored, ../shared is not beside the project`);
  }
}

const moments = z.object({
  assets: z.array(z.string()),
  expected_returns: z.array(z.number()),
  covariance: z.array(z.array(z.number())),
});

const numbersByName = z.record(z.string(), z.number());

export const referenceCase = z.object({
  id: z.string(),
  kind_of_case: z.enum([
    "optimisation",
    "weights",
    "frontier",
    "infeasible",
    "estimator",
    "metrics",
    "backtest",
    "simulation",
  ]),
  family: z.string(),
  formula: z.string(),
  data: z.object({
    file: z.string().nullable(),
    assets: z.array(z.string()),
    kind: z.enum(["prices", "returns", "moments"]),
    frequency: z.enum(["daily", "weekly", "monthly"]),
    observations: z.number(),
    start_date: z.string().optional(),
    end_date: z.string().optional(),
    published: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
    inline: moments.optional(),
  }),
  request: z.looseObject({
    methods: z.array(z.union([z.string(), z.looseObject({ method: z.string() })])),
    starting_portfolio: numbersByName.optional(),
    risk_free_rate: z.number().optional(),
    expected_returns: z.looseObject({ estimator: z.string() }).optional(),
    covariance: z.looseObject({ estimator: z.string() }).optional(),
    constraints: z.record(z.string(), z.unknown()).optional(),
  }),
  expected: z.looseObject({
    status: z.string().optional(),
    objective_name: z.string().optional(),
    objective: z.number().optional(),
    sense: z.enum(["min", "max"]).optional(),
    weights: numbersByName.optional(),
    weights_unique: z.boolean().optional(),
    metrics: numbersByName.optional(),
    expected_returns: numbersByName.optional(),
    covariance: z.array(z.array(z.number())).optional(),
    covariance_assets: z.array(z.string()).optional(),
  }),
  tolerance: z.looseObject({
    objective_relative: z.number().optional(),
    weights_absolute: z.number().optional(),
    feasibility: z.number().optional(),
    relative_to_largest: z.number().optional(),
    variance_relative: z.number().optional(),
    metrics_relative: z.number().optional(),
    metrics_relative_of: numbersByName.optional(),
  }),
});

/**
 * One case of the reference set (problems with independently computed answers): data, request, expected answer and
 * tolerances, as in its JSON file.
 */
export type ReferenceCase = z.infer<typeof referenceCase>;

/**
 * Returns the reference cases of one family, or all, ordered by family and id. Returns none if the reference data is
 * absent.
 */
export function referenceCases(family?: string): readonly ReferenceCase[] {
  if (!SHARED_AVAILABLE) return [];
  const root = new URL("reference/", SHARED);
  const families = [...Deno.readDirSync(root)].filter((entry) => entry.isDirectory).map((entry) => entry.name).sort();
  return families.filter((name) => family === undefined || name === family).flatMap((name) => {
    const folder = new URL(`${name}/`, root);
    const files = [...Deno.readDirSync(folder)].map((entry) => entry.name).filter((file) => file.endsWith(".json"));
    return files.sort().map((file) => referenceCase.parse(JSON.parse(Deno.readTextFileSync(new URL(file, folder)))));
  });
}

/**
 * Daily prices of a reference case. `benchmark` holds the prices of its benchmark on the same dates, from the column of
 * a data file that the request names; null if it names none.
 */
export interface CasePrices extends PriceTable {
  readonly benchmark: Float64Array | null;
}

/**
 * Reads the daily prices of a reference case of kind `prices` or `returns`: those of its assets on all dates of the
 * data file between its start and end, not resampled. Missing prices are NaN.
 */
export function loadCasePrices(of: ReferenceCase): CasePrices {
  const { file, assets, start_date, end_date } = of.data;
  if (file === null || start_date === undefined || end_date === undefined) throw new Error(`${of.id} has no prices`);
  const dates = [...loadTable(file).cellsOf.keys()].filter((date) => date >= start_date && date <= end_date);
  return {
    dates,
    assets: assets.map(assetId),
    values: matrix(dates.length, assets.length, columnsOf(file, assets, dates)),
    benchmark: benchmarkPrices(of, dates),
  };
}

/**
 * Simple daily returns of a reference case. `benchmark` holds the benchmark prices on the dates of the returns and on
 * the date before them; null without a benchmark.
 */
export interface CaseReturns extends PriceTable {
  readonly benchmark: Float64Array | null;
}

/**
 * Computes the simple returns of a reference case from its prices, as a caller that sends `returns` would send them.
 */
export function loadCaseReturns(of: ReferenceCase): CaseReturns {
  const prices = loadCasePrices(of);
  const { rows, columns, data } = prices.values;
  const returns = matrix(rows - 1, columns);
  for (let at = 0; at < returns.data.length; at++) returns.data[at] = data[at + columns] / data[at] - 1;
  return { dates: prices.dates.slice(1), assets: prices.assets, values: returns, benchmark: prices.benchmark };
}

/** Expected returns and covariance matrix of a reference case, per period. */
export interface CaseMoments {
  readonly assets: readonly AssetId[];
  readonly expectedReturns: Float64Array;
  readonly covariance: Matrix;
}

/**
 * Returns the expected returns and the covariance matrix of a reference case of kind `moments`. The case contains them,
 * or names a file of the OR-Library or a folder of Cesarone's data.
 */
export function loadCaseMoments(of: ReferenceCase): CaseMoments {
  const { file, inline, assets } = of.data;
  if (inline !== undefined) {
    return {
      assets: inline.assets.map(assetId),
      expectedReturns: Float64Array.from(inline.expected_returns),
      covariance: matrix(inline.assets.length, inline.assets.length, Float64Array.from(inline.covariance.flat())),
    };
  }
  if (file === null) throw new Error(`${of.id} has no moments`);
  const read = file.endsWith(".txt") ? orLibraryMoments(file) : cesaroneMoments(file, assets.length);
  if (read.expectedReturns.length !== assets.length) throw new Error(`${of.id}: ${file} has another number of assets`);
  return { assets: assets.map(assetId), ...read };
}

/**
 * Returns the complete `POST /jobs` body of a reference case: its request, with the prices, returns or moments and the
 * benchmark prices filled in.
 */
export function caseBody(of: ReferenceCase): Record<string, unknown> {
  if (of.data.kind === "moments") {
    const { assets, expectedReturns, covariance } = loadCaseMoments(of);
    const n = assets.length;
    const rows = Array.from({ length: n }, (_, i) => Array.from(covariance.data.subarray(i * n, (i + 1) * n)));
    const given = { assets, expected_returns: Array.from(expectedReturns), covariance: rows };
    return { ...of.request, frequency: of.data.frequency, moments: given };
  }
  const history = of.data.kind === "prices" ? loadCasePrices(of) : loadCaseReturns(of);
  const body: Record<string, unknown> = {
    ...of.request,
    frequency: of.data.frequency,
    [of.data.kind]: { dates: history.dates, series: seriesOf(history) },
  };
  if (history.benchmark !== null) body.benchmark = { prices: Array.from(history.benchmark) };
  return body;
}

function seriesOf(table: PriceTable): Record<string, (number | null)[]> {
  const { rows, columns, data } = table.values;
  const column = (j: number) =>
    Array.from({ length: rows }, (_, t) => Number.isNaN(data[t * columns + j]) ? null : data[t * columns + j]);
  return Object.fromEntries(table.assets.map((asset, j) => [asset, column(j)]));
}

const benchmarkColumn = z.object({
  prices: z.object({ $column: z.object({ file: z.string(), column: z.string() }) }),
});

function benchmarkPrices(of: ReferenceCase, dates: readonly string[]): Float64Array | null {
  const named = benchmarkColumn.safeParse(of.request.benchmark);
  if (!named.success) return null;
  const { file, column } = named.data.prices.$column;
  return columnsOf(file, [column], dates);
}

interface ReadTable {
  readonly header: readonly string[];
  /** Cells of each row of a price file by date, in file order. */
  readonly cellsOf: ReadonlyMap<string, readonly string[]>;
}

const tables = new Map<string, ReadTable>();

function loadTable(file: string): ReadTable {
  const known = tables.get(file);
  if (known !== undefined) return known;
  const bytes = Deno.readFileSync(new URL(`data/${file}`, SHARED));
  const text = new TextDecoder().decode(file.endsWith(".gz") ? gunzipSync(bytes) : bytes);
  const [header, ...lines] = text.split(/\r?\n/).filter((line) => line !== "").map((line) => line.split(","));
  const table = { header, cellsOf: new Map(lines.map((cells) => [cells[0].slice(0, 10), cells])) };
  tables.set(file, table);
  return table;
}

function columnsOf(file: string, names: readonly string[], dates: readonly string[]): Float64Array {
  const { header, cellsOf } = loadTable(file);
  const places = names.map((name) => {
    const place = header.indexOf(name);
    if (place < 0) throw new Error(`${file} has no column ${name}`);
    return place;
  });
  const values = new Float64Array(dates.length * names.length);
  dates.forEach((date, t) => {
    const cells = cellsOf.get(date);
    if (cells === undefined) throw new Error(`${file} has no row of ${date}`);
    places.forEach((place, j) => values[t * names.length + j] = cells[place] === "" ? NaN : Number(cells[place]));
  });
  return values;
}

function numbersIn(file: string): number[] {
  return Deno.readTextFileSync(new URL(`data/${file}`, SHARED)).split(/\s+/).filter((word) => word !== "").map(Number);
}

function orLibraryMoments(file: string): { expectedReturns: Float64Array; covariance: Matrix } {
  const [n, ...numbers] = numbersIn(file);
  const deviation = (i: number) => numbers[2 * i + 1];
  const covariance = matrix(n, n);
  for (let at = 2 * n; at < numbers.length; at += 3) {
    const i = numbers[at] - 1;
    const j = numbers[at + 1] - 1;
    const value = numbers[at + 2] * deviation(i) * deviation(j);
    covariance.data[i * n + j] = value;
    covariance.data[j * n + i] = value;
  }
  return { expectedReturns: Float64Array.from({ length: n }, (_, i) => numbers[2 * i]), covariance };
}

function cesaroneMoments(folder: string, n: number): { expectedReturns: Float64Array; covariance: Matrix } {
  return {
    expectedReturns: Float64Array.from(numbersIn(`${folder}/MRet${n}.txt`)),
    covariance: matrix(n, n, Float64Array.from(numbersIn(`${folder}/Cov${n}.txt`))),
  };
}

function isFolder(at: URL): boolean {
  try {
    return Deno.statSync(at).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
