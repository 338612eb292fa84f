import type { Matrix } from "../../../src/domain/matrix.ts";
import { alignReturns } from "../../../src/estimation/align_returns.ts";
import { UsageError } from "../../optimize/arguments.ts";
import { type CsvHistory, readCsvHistory } from "../../../src/request/files/csv_history.ts";
import { readPieces } from "../../optimize/read_text.ts";

/** Daily returns of the assets in a price file, and of a benchmark in another price file. */
export interface PanelMarket {
  readonly returns: Matrix;
  readonly benchmark: Float64Array | null;
}

/**
 * Reads CSV price files whose first column holds dates, and returns the daily returns. Throws `UsageError` for the
 * first fault of a file.
 */
export async function readPanel(prices: string, benchmark: string | undefined): Promise<PanelMarket> {
  const table = await readPrices(prices), { dates } = table;
  const beside = benchmark === undefined ? null : await readPrices(benchmark);
  const { aligned } = alignReturns(table, {
    kind: "prices",
    frequency: "daily",
    source: "request",
    ...beside === null ? {} : { benchmark: { prices: pricesOn(dates, beside) } },
  });
  return { returns: aligned.returns, benchmark: aligned.benchmark };
}

async function readPrices(path: string): Promise<CsvHistory["table"]> {
  const { table, faults } = await readCsvHistory(readPieces(path), {
    kind: "prices",
    signal: new AbortController().signal,
  });
  if (faults.length > 0) throw new UsageError(`Cannot read "${path}": ${faults[0].detail}`);
  return table;
}

/** Returns the first column of a price table on the given dates, with NaN for dates that the table does not contain. */
function pricesOn(dates: readonly string[], { dates: own, values }: CsvHistory["table"]): Float64Array {
  const rowOf = new Map(own.map((date, row) => [date, row]));
  return Float64Array.from(dates, (date) => values.data[(rowOf.get(date) ?? NaN) * values.columns] ?? NaN);
}
