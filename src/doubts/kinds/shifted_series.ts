import { doubtKind } from "../doubt_kind.ts";
import { counted } from "../sentence_parts.ts";

/** Doubt about an asset with the values of another one some rows later. Its assets are pairs, the later one first. */
export const shiftedSeries = doubtKind<{ rows: number; pairs: number }>({
  id: "shifted_series",
  severity: "check",
  meaning: "An asset has the values of another one up to five rows later.",
  detail: ([late, early], { rows, pairs }) =>
    `"${late}" has the values of "${early}" ${counted(rows, "row")} later${
      pairs > 1 ? `, the first of ${counted(pairs, "such pair")}` : ""
    }, taken as they stand: check the dates of both`,
});
