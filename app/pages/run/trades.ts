import type { Shares } from "./headline_figures.ts";
import type { MethodResult } from "./run_documents.ts";

/** What is to be done with an asset: buy where the change is above 0, sell where it is below. */
export interface Trade {
  readonly asset: string;
  readonly held: number;
  /** Weight after the trade: that of the whole lots, where the run has an allocation. */
  readonly target: number;
  readonly change: number;
  /** Amount of money of the trade; null without a capital. */
  readonly amount: number | null;
  /** Shares or units to hold after the trade; null without an allocation. */
  readonly shares: number | null;
}

/** Smallest weight that is traded, as a fraction: less is rounding. */
const LEAST_TRADE = 1e-8;

/** Returns the trades that lead from what is held to a method's weights, the largest first. */
export function tradesOf(
  { weights, allocation }: Pick<MethodResult, "weights" | "allocation">,
  { held, capital }: { readonly held: Shares; readonly capital: number | null },
): readonly Trade[] {
  const targets = allocation?.weights ?? weights ?? {};
  const assets = new Set([...Object.keys(targets), ...Object.keys(held)]);
  const trades = Array.from(assets, (asset): Trade => {
    const before = held[asset] ?? 0, target = targets[asset] ?? 0, change = target - before;
    return {
      asset,
      held: before,
      target,
      change,
      amount: capital === null ? null : change * capital,
      shares: allocation?.shares[asset] ?? null,
    };
  });
  return trades.filter(({ held, target, change }) =>
    Math.max(Math.abs(held), Math.abs(target), Math.abs(change)) > LEAST_TRADE
  )
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
}
