import { doubtKind } from "../doubt_kind.ts";
import { type MomentFacts, momentsSentence } from "../moment_facts.ts";

/** Doubt about moments that fit another period or percent much better than the period of the run. */
export const unlikelyMoments = doubtKind<MomentFacts>({
  id: "unlikely_moments",
  severity: "check",
  meaning: "Moments are far from a volatility of 20 % and a return of 10 % a year by the frequency of the run, and " +
    "another period or percent fits them much better.",
  detail: momentsSentence,
});
