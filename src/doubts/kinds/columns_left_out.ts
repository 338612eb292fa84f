import { doubtKind } from "../doubt_kind.ts";
import { counted } from "../sentence_parts.ts";

/** Note about columns of a file that are no asset. */
export const columnsLeftOut = doubtKind<{ columns: number; names: string; why: string }>({
  id: "columns_left_out",
  severity: "note",
  meaning: "Columns of a file are no assets: row numbers, blank columns, fields of a share, sums or letters.",
  detail: (_, { columns, names, why }) => `Left out ${counted(columns, "column")} (${names}): ${why}`,
});
