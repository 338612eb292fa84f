import type { AssetId } from "../../domain/asset.ts";
import { LARGEST_NUMBER } from "../../domain/bounded_number.ts";
import { matrix } from "../../domain/matrix.ts";
import { AlikeFaults } from "../../faults/alike_faults.ts";
import type { FaultList } from "../../faults/fault_list.ts";
import type { Locator } from "./file_places.ts";
import { checkNames, type HistoryTable, MOST_ASSETS } from "./history.ts";
import { areEqual } from "./probabilities.ts";

/** Largest number of scenarios of a run. */
export const MOST_SCENARIOS = 50_000;

/**
 * Largest number of returns in an uploaded file of scenarios, which is that of the largest history with dates. Without
 * this limit a file of 256 MiB could hold so many small integers that their doubles would take 2 GB of memory.
 */
export const MOST_RETURNS = 50_000_000;

/**
 * Checks the scenarios of a file: the number of rows and assets, the names and the returns. The pointers of the faults
 * are those of scenarios in a request, `/assets/<column>` and `/matrix/<row>/<column>`.
 */
export function checkScenarios(table: HistoryTable, faults: FaultList, locate: Locator): void {
  const { assets, values } = table;
  if (!isWithinScenarios({ assets: assets.length, rows: values.rows }, faults)) return;
  checkNames("/assets", assets, faults, (column) => locate({ row: null, column }));
  checkReturns(table, { at: "/matrix", locate }, faults);
}

/** Whether a file has as many assets and rows as a run of scenarios takes. Reports faults if not. */
export function isWithinScenarios(
  { assets, rows }: { readonly assets: number; readonly rows: number },
  faults: FaultList,
): boolean {
  const hasRoom = isWithinAssets(assets, faults);
  if (!isWithinRows("/matrix", rows, faults) || !hasRoom) return false;
  if (assets * rows <= MOST_RETURNS) return true;
  faults.add("/matrix", `Cannot take ${assets * rows} returns: a file of scenarios has at most ${MOST_RETURNS}`);
  return false;
}

/** Whether a run takes so many assets, and there is at least one. Reports a fault if not. */
export function isWithinAssets(assets: number, faults: FaultList): boolean {
  if (assets === 0) faults.add("/assets", "Cannot find an asset: at least one name is needed");
  if (assets > MOST_ASSETS) {
    faults.add("/assets", `Cannot take ${assets} assets: a run takes at most ${MOST_ASSETS}`);
  }
  return assets > 0 && assets <= MOST_ASSETS;
}

/** Whether a run takes so many scenarios, and there is at least one. Reports a fault at the pointer if not. */
export function isWithinRows(pointer: string, rows: number, faults: FaultList): boolean {
  if (rows === 0) faults.add(pointer, "Cannot find a scenario: at least one row is needed");
  if (rows > MOST_SCENARIOS) {
    faults.add(pointer, `Cannot take ${rows} scenarios: a run takes at most ${MOST_SCENARIOS}`);
  }
  return rows > 0 && rows <= MOST_SCENARIOS;
}

/** Says how faults of returns are told. */
export interface ReturnsTold {
  /** Pointer of the returns. Those of faults go on with the row and the column. */
  readonly at: string;
  /** Returns how the caller wrote a return that is no number; the return itself if absent. */
  readonly sent?: (row: number, column: number) => string;
  readonly locate?: Locator;
}

/** Reports numbers that are no returns. Many of one kind are one fault, which names the first of them. */
export function checkReturns(
  { assets, values: { data, columns } }: Pick<HistoryTable, "assets" | "values">,
  { at: base, sent, locate = () => "" }: ReturnsTold,
  faults: FaultList,
): void {
  const alike = new AlikeFaults();
  for (let at = 0; at < data.length; at++) {
    const value = data[at] ?? NaN;
    if (value >= LOWEST_RETURN && value <= LARGEST_NUMBER) continue;
    const row = Math.floor(at / columns), column = at % columns, why = whyNot(value);
    const place = `row ${row} of "${assets[column]}"`, told = sent?.(row, column) ?? `${value}`;
    const detail = `Cannot use ${told} in ${place}${locate({ row, column })}: ${why}`;
    alike.add(why, { pointer: `${base}/${row}/${column}`, detail, place });
  }
  alike.tell(faults);
}

const LOWEST_RETURN = -1;

function whyNot(value: number): string {
  if (!Number.isFinite(value)) return "a finite number is needed";
  if (value > 0) return `a return is at most ${LARGEST_NUMBER}`;
  return "a return is a fraction and at least -1; if the scenarios are in percent, divide them by 100";
}

/**
 * Returns the table of scenarios with their probabilities; null stands for equal ones. Scenarios of probability 0 are
 * left out, and equal probabilities are the same as none.
 */
export function scenarioTable(
  { assets, values: sent }: { readonly assets: readonly AssetId[]; readonly values: HistoryTable["values"] },
  probabilities: Float64Array | null,
): HistoryTable {
  if (probabilities === null) return { dates: [], assets, values: sent };
  const rows = Array.from(probabilities.keys()).filter((row) => probabilities[row] !== 0);
  if (rows.length === sent.rows) return { dates: [], assets, values: sent, probabilities };
  const { columns } = sent, values = matrix(rows.length, columns);
  rows.forEach((row, i) => values.data.set(sent.data.subarray(row * columns, (row + 1) * columns), i * columns));
  const kept = Float64Array.from(rows, (row) => probabilities[row] ?? 0);
  return { dates: [], assets, values, ...areEqual(kept) ? {} : { probabilities: kept } };
}
