import { doubtKind } from "../doubt_kind.ts";

/** Doubt about two assets with the same values on every day. */
export const sameSeries = doubtKind<{ rows: number }>({
  id: "same_series",
  severity: "check",
  meaning: "Two assets have the same values on every day.",
  detail: ([one, other], { rows }) =>
    `"${one}" and "${other}" have the same values on all ${rows} days, taken as two assets: if one was copied for the ` +
    `other, send its own values or leave it out`,
});
