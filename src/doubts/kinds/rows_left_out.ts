import { doubtKind } from "../doubt_kind.ts";
import { counted } from "../sentence_parts.ts";

/** Note about rows of a file that are no data. */
export const rowsLeftOut = doubtKind<{ rows: number; what: string; line: number; text: string }>({
  id: "rows_left_out",
  severity: "note",
  meaning: "Rows of a file are notes, sums, repeated headers or equal to another row, and were left out.",
  detail: (_, { rows, what, line, text }) =>
    line === 0 ? `Left out ${counted(rows, what)}` : `Left out ${counted(rows, what)}, first "${text}" in line ${line}`,
});
