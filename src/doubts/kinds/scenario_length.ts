import { doubtKind } from "../doubt_kind.ts";

/** Note that each scenario counts as one day, because the request does not say how long it is. */
export const scenarioLength = doubtKind<{ periods_per_year: number }>({
  id: "scenario_length",
  severity: "note",
  meaning: "The request does not say how long a scenario is: each counts as one day, 252 of which are a year.",
  detail: (_assets, { periods_per_year: periods }) =>
    `Each scenario counts as one day, ${periods} of which are a year: send "frequency", or "periods_per_year" where ` +
    "another length is meant",
});
