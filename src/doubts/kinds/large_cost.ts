import { doubtKind } from "../doubt_kind.ts";
import { percent } from "../sentence_parts.ts";

/** Doubt about a cost that is so large in basis points that another unit may be meant. */
export const largeCost = doubtKind<{ pointer: string; bps: number; meant: number; factor: number }>({
  id: "large_cost",
  severity: "check",
  meaning: "A cost is 1,000 basis points or more, which is a tenth of what is traded.",
  detail: (_assets, { pointer, bps, meant }) =>
    `The cost of ${bps} at ${pointer} is taken as ${bps} basis points, ${percent(bps / 10_000)} of what is traded: ` +
    `send a cost in hundredths of a percent, such as ${meant}`,
});
