import { assetId } from "../../../../src/domain/asset.ts";
import type { Doubt } from "../../../../src/domain/doubt.ts";
import { DomainError } from "../../../../src/domain/errors.ts";
import { dataDoubts } from "../../../../src/doubts/data_doubts.ts";
import { rowsDropped } from "../../../../src/doubts/kinds/rows_dropped.ts";
import { alignReturns } from "../../../../src/estimation/align_returns.ts";
import { alignmentDoubts } from "../../../../src/estimation/alignment_doubts.ts";
import { historyFindings } from "../../../../src/estimation/history_doubts/mod.ts";
import type { ReadTable } from "../../../../src/tables/finished_table.ts";
import { READ_AS } from "./reading.ts";

/**
 * Returns what a run would find in a history: rows that are left out, values that are filled, jumps, stale prices and
 * the like, in the sentences of its result. What the request says otherwise, such as its dates, is not known here.
 */
export function findingsOf({ days, names, values }: ReadTable, kind: "prices" | "returns"): readonly Doubt[] {
  const table = { dates: days, assets: names.map(assetId), values }, used = { frequency: READ_AS } as const;
  try {
    const alignment = alignReturns(table, { kind, ...used, source: "request" });
    const taken = { returns: alignment.aligned.returns, periods: alignment.report.periods_per_year };
    const { doubts, jumps } = historyFindings({ kind, table }, used, taken);
    return [...alignmentDoubts(alignment), ...doubts, ...dataDoubts({ ...alignment.report, jumps })];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [...historyFindings({ kind, table }, used).doubts, noCommonDays(error.message)];
  }
}

function noCommonDays(detail: string): Doubt {
  return { code: rowsDropped.id, severity: "wrong", assets: [], detail, evidence: {} };
}
