import { doubtKind } from "../doubt_kind.ts";
import { counted, named } from "../sentence_parts.ts";

/** Note that missing prices were replaced by the last price, or missing returns by 0. */
export const valuesFilled = doubtKind<{ values: number; first: string; last: string }>({
  id: "values_filled",
  severity: "note",
  meaning: "Up to five missing values in a row were filled, prices by the last price and returns by 0.",
  detail: (assets, { values }) => `Filled ${counted(values, "missing value")} of ${named(assets)}`,
});
