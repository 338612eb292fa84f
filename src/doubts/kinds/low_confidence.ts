import { doubtKind } from "../doubt_kind.ts";
import { percent } from "../sentence_parts.ts";

/** Doubt about a confidence level that may be the share of the tail. */
export const lowConfidence = doubtKind<{ pointer: string; confidence: number; meant: number }>({
  id: "low_confidence",
  severity: "check",
  meaning: "The confidence of a tail measure is below one half, as the share of the tail would be.",
  detail: (_assets, { pointer, confidence, meant }) =>
    `The confidence of ${confidence} at ${pointer} looks at the worst ${percent(1 - confidence)} of all periods: if ` +
    `the worst ${percent(confidence)} is meant, send ${meant}`,
});
