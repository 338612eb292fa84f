import { doubtKind } from "../doubt_kind.ts";
import { factorWords, type YearFacts } from "../year_facts.ts";

/** Doubt about a number of periods in a year that contradicts the frequency of the run. */
export const contradictingYear = doubtKind<YearFacts>({
  id: "contradicting_year",
  severity: "wrong",
  meaning:
    "The number of periods in a year that a request gives is at least twice, or at most half, that of its frequency " +
    "and that of its dates.",
  detail: (_assets, facts) => {
    const { pointer, periods, frequency, usual, meant } = facts;
    const other = meant === null ? "" : `, or send "frequency": "${meant}" where ${meant} returns are meant`;
    return `The number ${periods} at ${pointer} is taken as the periods of a year, and ${frequency} returns have ` +
      `${usual}, ${factorWords(facts)}: leave it out${other}`;
  },
});
