import { doubtKind } from "../doubt_kind.ts";
import { type MomentFacts, momentsSentence } from "../moment_facts.ts";

/** Doubt about moments that no asset can have in the period of the run, and that fit another unit. */
export const impossibleMoments = doubtKind<MomentFacts>({
  id: "impossible_moments",
  severity: "wrong",
  meaning: "Moments come to a volatility of 300 % a year or more by the frequency of the run, and another period or " +
    "percent fits them better.",
  detail: momentsSentence,
});
