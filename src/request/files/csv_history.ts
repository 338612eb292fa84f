import { assetId } from "../../domain/asset.ts";
import type { Doubt } from "../../domain/doubt.ts";
import { entryAt } from "../../domain/entry_at.ts";
import { type Fault, jsonPointer } from "../../domain/errors.ts";
import { column, columnsOf } from "../../domain/matrix.ts";
import { FaultList } from "../../faults/fault_list.ts";
import { HISTORY_LIMITS, type HistoryTable } from "../parts/history.ts";
import type { FilePlaces } from "../parts/file_places.ts";
import type { ValueColumn } from "../../tables/layout.ts";
import type { FaultPlace } from "../../tables/table_faults.ts";
import type { ReadTable } from "../../tables/finished_table.ts";
import { TableReader } from "../../tables/table_reader.ts";
import type { TableRecord } from "../../tables/layout.ts";
import { chosenColumns } from "./chosen_columns.ts";

export interface CsvOptions {
  readonly kind: "prices" | "returns";
  /** Columns of a file to read as assets. Where absent, all except the dates and the benchmark's. */
  readonly assets?: readonly string[];
  /** Column of a file that holds the benchmark and is not an asset. */
  readonly benchmark?: string;
  /** Name of the asset of a file that holds the fields of one asset. */
  readonly name?: string;
  readonly signal: AbortSignal;
}

export interface CsvHistory {
  readonly table: HistoryTable;
  /** Benchmark values of a file, NaN where missing. Null where no benchmark column was named or found. */
  readonly benchmark: Float64Array | null;
  readonly faults: readonly Fault[];
  /** How the file was read, where its cells do not say it plainly. */
  readonly doubts: readonly Doubt[];
  readonly places: FilePlaces;
}

/**
 * Reads a table of dates and assets from text. A blank cell is a missing value. Stops at the first line beyond the
 * limits of a run.
 */
export async function readCsvHistory(pieces: AsyncIterable<string>, options: CsvOptions): Promise<CsvHistory> {
  const { reader, faults } = openReader(options);
  for await (const piece of pieces) {
    options.signal.throwIfAborted();
    if (!reader.push(piece)) break;
  }
  return historyOf(reader.end(), faults, options);
}

/** Reads a table of dates and assets from records, for example of a sheet. */
export function readRecordHistory(records: Iterable<TableRecord>, options: CsvOptions): CsvHistory {
  const { reader, faults } = openReader(options);
  for (const { cells, line } of records) if (!reader.take(cells, line)) break;
  return historyOf(reader.end(), faults, options);
}

function openReader(options: CsvOptions): { readonly reader: TableReader; readonly faults: FaultList } {
  const { kind, assets, benchmark, name = "asset" } = options;
  const faults = new FaultList();
  const reader = new TableReader({
    kind,
    name,
    limits: HISTORY_LIMITS,
    ...assets === undefined ? {} : { wanted: [...assets, ...benchmark === undefined ? [] : [benchmark]] },
    choose(columns: readonly ValueColumn[]): readonly ValueColumn[] {
      const { chosen, benchmark } = chosenColumns(columns, options, faults);
      return benchmark === null ? chosen : [...chosen, benchmark];
    },
  });
  return { reader, faults };
}

function historyOf(read: ReadTable, faults: FaultList, options: CsvOptions): CsvHistory {
  const { kind } = options;
  for (const { place, detail } of read.faults) faults.add(pointerOf(place, options), detail);
  const columns = read.names.map((name, at) => ({ name, at }));
  // The columns were chosen before, so that only those of the long form can still be missing.
  const { chosen, benchmark } = faults.isEmpty
    ? chosenColumns(columns, options, faults)
    : { chosen: columns, benchmark: null };
  const { lines, headerLine, places } = read, taken = chosen.map(({ at }) => at);
  const isWhole = taken.length === columns.length && taken.every((at, column) => at === column);
  const values = isWhole ? read.values : columnsOf(read.values, taken);
  return {
    table: { dates: read.days, assets: chosen.map(({ name }) => assetId(name)), values },
    benchmark: benchmark && column(read.values, benchmark.at),
    faults: faults.told,
    doubts: read.doubts.map((doubt) => ({ ...doubt, evidence: { ...doubt.evidence, pointer: `/${kind}` } })),
    places: { headerLine, lines, columns: taken.map((at) => entryAt(places, at)) },
  };
}

/** Returns the JSON Pointer in the request body of a place in a table. */
function pointerOf(place: FaultPlace, { kind, benchmark }: CsvOptions): string {
  switch (place.of) {
    case "file":
      return `/${kind}`;
    case "days":
      return `/${kind}/dates`;
    case "columns":
      return `/${kind}/series`;
    case "row":
      return `/${kind}/dates/${place.row}`;
    case "column":
      return place.name === benchmark ? "/benchmark" : `/${kind}/series${jsonPointer(place.name)}`;
    case "cell":
      return place.name === benchmark
        ? `/benchmark/prices/${place.row}`
        : `/${kind}/series${jsonPointer(place.name)}/${place.row}`;
  }
}
