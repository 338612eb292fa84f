import { doubtKind } from "../doubt_kind.ts";
import { counted } from "../sentence_parts.ts";
import { whatItCosts } from "../what_it_costs.ts";

/** Doubt about an asset whose short history leaves fewer returns than there are assets. */
export const seriesTooShort = doubtKind<
  { side: string; date: string; rows: number; rows_without: number; returns: number; assets: number }
>({
  id: "series_too_short",
  severity: "wrong",
  meaning:
    "One asset alone makes the common history so short that it has fewer returns than assets, so that nothing can " +
    "be estimated from it.",
  detail: ([asset], facts) =>
    `${whatItCosts(asset, facts)}; ${counted(facts.returns, "return")} of ${
      counted(facts.assets, "asset")
    } cannot tell their risk`,
});
