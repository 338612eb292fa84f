import { doubtKind } from "../doubt_kind.ts";
import { whatItCosts } from "../what_it_costs.ts";

/** Doubt about an asset whose short history makes the history of all assets shorter than half. */
export const shortSeries = doubtKind<
  { side: string; date: string; rows: number; rows_without: number }
>({
  id: "short_series",
  severity: "check",
  meaning:
    "One asset starts so much later, or ends so much earlier, than the others that the common history has less " +
    "than half of the rows that it has without the asset, or that it ends before the others.",
  detail: ([asset], facts) => whatItCosts(asset, facts),
});
