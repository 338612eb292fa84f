import { doubtKind } from "../doubt_kind.ts";
import { counted, percent } from "../sentence_parts.ts";

/** Doubt about a limit on weights, trades or risk whose size fits percent better than fractions. */
export const limitInPercent = doubtKind<{ pointer: string; limit: number; meant: number; alike: number }>({
  id: "limit_in_percent",
  severity: "check",
  meaning:
    "A limit on weights, exposures, trades or risk is at least twice what it can ever reach, as one in percent " +
    "would be.",
  detail: (_assets, { pointer, limit, meant, alike }) =>
    `The limit of ${limit} at ${pointer}${
      alike > 0 ? `, and ${counted(alike, "more limit")} like it,` : ""
    } is taken ` +
    `as a fraction, which is ${percent(limit)}: if ${limit} % is meant, send ${meant}`,
});
