import { doubtKind } from "../doubt_kind.ts";
import { type MomentFacts, momentsSentence } from "../moment_facts.ts";

/** Doubt about given expected returns that fit another period or percent better than the period of the run. */
export const unlikelyExpectedReturns = doubtKind<MomentFacts>({
  id: "unlikely_expected_returns",
  severity: "check",
  meaning: "Given expected returns come to more than 50 % a year by the frequency of the run and to five times what " +
    "their volatility speaks for, or to a twelfth of it, and another period or percent fits them better.",
  detail: momentsSentence,
});
