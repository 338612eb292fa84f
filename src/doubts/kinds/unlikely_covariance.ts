import { doubtKind } from "../doubt_kind.ts";
import { type MomentFacts, momentsSentence } from "../moment_facts.ts";

/** Doubt about a given covariance whose volatilities are far from those of the history of the run. */
export const unlikelyCovariance = doubtKind<MomentFacts>({
  id: "unlikely_covariance",
  severity: "check",
  meaning:
    "A given covariance has volatilities of more than three times those of the run's own history, or less than " +
    "a third, and another period or percent fits them better.",
  detail: momentsSentence,
});
