import { doubtKind } from "../doubt_kind.ts";
import { counted } from "../sentence_parts.ts";

/** Doubt about two assets with the same values on every day. Its assets are pairs, one after the other. */
export const sameSeries = doubtKind<{ rows: number; pairs: number }>({
  id: "same_series",
  severity: "check",
  meaning: "Two assets have the same values on nearly every day that they share.",
  detail: ([one, other], { rows, pairs }) =>
    `"${one}" and "${other}"${
      pairs > 1 ? `, and ${counted(pairs - 1, "more pair")},` : ""
    } have the same values on the ` +
    `${rows} days, taken as two assets: if one was copied for the other, send its own values or leave it out`,
});
