import { doubtKind } from "../doubt_kind.ts";
import { percent } from "../sentence_parts.ts";

type Facts = { pointer: string; limit: number; meant: number; factor: number; frequency: string };

/** Doubt about a limit on a loss in one period whose size fits a year better. */
export const periodLimitOfAYear = doubtKind<Facts>({
  id: "period_limit_of_a_year",
  severity: "check",
  meaning: "A limit on the loss or deviation of one period is beyond the worst period of every asset, as an annual " +
    "limit would be.",
  detail: (_assets, { pointer, limit, meant, frequency }) =>
    `The limit of ${limit} at ${pointer} is taken as ${
      percent(limit)
    } in one ${frequency} period, more than any asset ` +
    `loses in one: if an annual limit is meant, send ${meant}`,
});
