import { doubtKind } from "../doubt_kind.ts";
import { factorWords, type YearFacts } from "../year_facts.ts";

/** Doubt about a number of periods in a year that fits another calendar than that of the dates. */
export const unusualYear = doubtKind<YearFacts>({
  id: "unusual_year",
  severity: "check",
  meaning:
    "The number of periods in a year that a request gives is more than 15 % from that of its frequency and from that " +
    "of its dates, such as 365 for days without weekends.",
  detail: (_assets, facts) =>
    `The number ${facts.periods} at ${facts.pointer} is taken as the periods of a year, and ${facts.frequency} ` +
    `returns with such dates have ${facts.usual}, ${factorWords(facts)}: leave it out where these are meant`,
});
