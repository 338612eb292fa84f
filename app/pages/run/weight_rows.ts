import type { Shares } from "./headline_figures.ts";
import type { MethodResult } from "./run_documents.ts";

/** An asset of a portfolio: its weight now and before, and its share of the risk, as fractions. */
export interface WeightRow {
  readonly asset: string;
  readonly weight: number;
  readonly held: number;
  /** Null where the method has no measure of risk to share. */
  readonly risk: number | null;
}

/** Returns a row for each asset of the run and for each that is held, also outside of the run. */
export function weightRows(
  { weights, risk_contributions }: Pick<MethodResult, "weights" | "risk_contributions">,
  { held, assets }: { readonly held: Shares | null; readonly assets: readonly string[] },
): readonly WeightRow[] {
  const all = new Set([...assets, ...Object.keys(held ?? {})]);
  return Array.from(all, (asset) => ({
    asset,
    weight: weights?.[asset] ?? 0,
    held: held?.[asset] ?? 0,
    risk: risk_contributions?.[asset] ?? null,
  }));
}
