import { entryAt } from "../../src/domain/entry_at.ts";
import { type Fault, jsonPointer } from "../../src/domain/errors.ts";
import { matrix } from "../../src/domain/matrix.ts";
import { FaultList } from "../../src/faults/fault_list.ts";
import type { HistoryBeside, HistoryTable } from "../../src/request/parts/history.ts";
import { readInlineHistory } from "../../src/request/parts/inline_history.ts";
import { benchmarkAsAsset } from "../../src/request/files/chosen_columns.ts";
import type { CsvOptions } from "../../src/request/files/csv_history.ts";
import { parseJson } from "./json_document.ts";
import { readText } from "./read_text.ts";
import { readTableFile } from "./table_file.ts";

/**
 * Price or return history that was read from a file, and the prices of its benchmark column in the form of the request
 * field `benchmark.prices`.
 */
export interface HistoryWithBenchmark {
  readonly beside: HistoryBeside;
  readonly benchmarkPrices: readonly (number | null)[] | null;
}

/**
 * Reads a history file, as JSON where its name says so and as a table otherwise. Errors in its contents are returned as
 * faults. Throws where the file cannot be read or is not valid JSON.
 */
export async function readHistoryFile(path: string, options: CsvOptions): Promise<HistoryWithBenchmark> {
  const read = /\.json(\.gz)?$/.test(path)
    ? columnsOf(readJson(parseJson(await readText(path), `"${path}"`, `/${options.kind}`), options), options)
    : await readTableFile(path, options);
  const { kind, benchmark: benchmarkName } = options;
  const { table, benchmark, faults, doubts, places } = read;
  const named = {
    ...places === undefined ? {} : { places },
    ...doubts === undefined ? {} : { doubts },
    ...benchmarkName === undefined ? {} : { benchmarkName },
  };
  return {
    beside: { kind, source: "request", market: "CUSTOM", table, faults, ...named },
    benchmarkPrices: benchmark && benchmarkPrices(benchmark, kind),
  };
}

interface ReadTable {
  readonly table: HistoryTable;
  readonly faults: readonly Fault[];
}

function readJson(body: unknown, { kind }: CsvOptions): ReadTable {
  const faults = new FaultList();
  const table = readInlineHistory(kind, body, faults);
  return { table: table ?? { dates: [], assets: [], values: matrix(0, 0) }, faults: faults.told };
}

/**
 * Returns the columns of a history table that the options name as assets, or all where they name none, and the
 * benchmark column.
 */
function columnsOf(
  { table, faults }: ReadTable,
  { kind, assets, benchmark }: CsvOptions,
): ReadTable & { benchmark: Float64Array | null; places?: undefined; doubts?: undefined } {
  if (faults.length > 0) return { table, faults, benchmark: null };
  const missing = new FaultList();
  const placeOf = (name: string, pointer: string, what: string): number => {
    const at = table.assets.findIndex((asset) => asset === name);
    if (at >= 0) return at;
    missing.add(pointer, (suggest) => `Cannot find ${what} "${name}" in the file${suggest(name, table.assets)}`);
    return at;
  };
  const benchmarkAt = benchmark === undefined ? -1 : placeOf(benchmark, "/benchmark", "benchmark");
  const places = assets === undefined
    ? table.assets.map((_, at) => at)
    : assets.map((name) => placeOf(name, `/${kind}/series${jsonPointer(name)}`, "asset"));
  if (benchmark !== undefined && assets?.includes(benchmark)) {
    missing.add(`/${kind}/series${jsonPointer(benchmark)}`, benchmarkAsAsset(benchmark));
  }
  const chosen = places.filter((at) => at >= 0 && at !== benchmarkAt);
  const values = matrix(table.dates.length, chosen.length);
  const cell = (row: number, at: number): number => entryAt(table.values.data, row * table.assets.length + at);
  for (let row = 0; row < values.rows; row++) {
    chosen.forEach((at, column) => values.data[row * chosen.length + column] = cell(row, at));
  }
  return {
    table: { dates: table.dates, assets: chosen.map((at) => entryAt(table.assets, at)), values },
    faults: missing.told,
    benchmark: benchmarkAt < 0 ? null : Float64Array.from(table.dates, (_, row) => cell(row, benchmarkAt)),
  };
}

/** Returns benchmark prices from a column. Returns become the growing value of 1, with one more row at the front. */
function benchmarkPrices(column: Float64Array, kind: CsvOptions["kind"]): readonly (number | null)[] {
  if (kind === "prices") return Array.from(column, (price) => Number.isNaN(price) ? null : price);
  const prices: (number | null)[] = [1];
  let wealth = 1;
  for (const value of column) {
    if (!Number.isNaN(value)) wealth *= 1 + value;
    prices.push(Number.isNaN(value) ? null : wealth);
  }
  return prices;
}
