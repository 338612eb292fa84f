import { assetId } from "../../domain/asset.ts";
import { matrix } from "../../domain/matrix.ts";
import { FaultList } from "../../faults/fault_list.ts";
import { shown } from "../../faults/schema_faults.ts";
import { UnreadableTable } from "../../tables/unreadable_table.ts";
import { isWithinScenarios } from "../parts/scenario_checks.ts";
import { isOfDays, readArrowTable, refuseOtherTypes, writeNumbers } from "./arrow_table.ts";
import type { CsvHistory } from "./csv_history.ts";

/**
 * Reads scenarios from a file or stream of Apache Arrow that has one column of numbers for each asset. A null is NaN,
 * which `checkScenarios` refuses. Returns faults with pointers to scenarios of a request. Throws `UnreadableTable` for
 * bytes that are no complete Arrow file, for a column of days, and for one of another type.
 */
export async function readArrowScenarios(bytes: Uint8Array<ArrayBuffer>): Promise<Omit<CsvHistory, "places">> {
  const { columns, rows } = await readArrowTable(bytes);
  const days = columns.find(({ column }) => isOfDays(column));
  if (days !== undefined) {
    throw new UnreadableTable(`its Arrow column ${shown(days.name)} holds days; a scenario has no day, leave it out`);
  }
  const assets = columns.map(({ name }) => assetId(name)), faults = new FaultList();
  if (!isWithinScenarios({ assets: assets.length, rows }, faults.within("/scenarios"))) {
    return { table: { dates: [], assets, values: matrix(0, 0) }, benchmark: null, faults: faults.told, doubts: [] };
  }
  const values = matrix(rows, columns.length);
  columns.forEach((named, at) => {
    refuseOtherTypes(named.name, named.column);
    writeNumbers(named, values.data, { from: at, step: columns.length });
  });
  return { table: { dates: [], assets, values }, benchmark: null, faults: [], doubts: [] };
}
