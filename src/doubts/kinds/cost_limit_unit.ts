import { doubtKind } from "../doubt_kind.ts";
import { percent } from "../sentence_parts.ts";

type Facts = { pointer: string; limit: number; reach: number; meant: number; or_meant: number };

/** Doubt about a limit on all costs that is beyond every cost, as one in basis points or percent would be. */
export const costLimitUnit = doubtKind<Facts>({
  id: "cost_limit_unit",
  severity: "check",
  meaning:
    "The largest sum of all transaction costs is 5 % of the portfolio or more, and more than all trades that the " +
    "rules allow can cost.",
  detail: (_assets, { pointer, limit, reach, meant, or_meant: beside }) =>
    `The largest cost of ${limit} at ${pointer} is taken as ${percent(limit)} of the portfolio, and all trades cost ` +
    `${percent(reach)} at most: if ${limit} basis points are meant, send ${meant}, if ${limit} %, ${beside}`,
});
