import { doubtKind } from "../doubt_kind.ts";
import { counted } from "../sentence_parts.ts";

/** Doubt about an asset that has the values of another one some rows later. */
export const shiftedSeries = doubtKind<{ rows: number }>({
  id: "shifted_series",
  severity: "check",
  meaning: "An asset has the values of another one up to five rows later.",
  detail: ([late, early], { rows }) =>
    `"${late}" has the values of "${early}" ${
      counted(rows, "row")
    } later, taken as they stand: check the dates of both`,
});
