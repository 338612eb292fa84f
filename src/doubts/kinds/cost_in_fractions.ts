import { doubtKind } from "../doubt_kind.ts";

type Facts = { pointer: string; bps: number; meant: number; factor: number };

/** Doubt about a cost that is so small in basis points that a fraction or a percentage may be meant. */
export const costInFractions = doubtKind<Facts>({
  id: "cost_in_fractions",
  severity: "check",
  meaning: "A cost above 0 is less than half a basis point, as a fraction (below 0.05) or a percentage would be.",
  detail: (_assets, { pointer, bps, meant, factor }) =>
    `The cost of ${bps} at ${pointer} is taken as ${bps} basis points, a hundredth of a percent each: if it is a ` +
    `${factor === 100 ? "percentage" : "fraction"}, send ${meant}`,
});
