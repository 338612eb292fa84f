import { z } from "zod";
import type { AssetId } from "../../../domain/asset.ts";
import { boundedName } from "../../../domain/bounded_name.ts";
import { type Fault, jsonPointer } from "../../../domain/errors.ts";

/** How far shares may sum to something else than 1. */
const ROUNDING = 1e-9;

/** Shares of the risk by asset that sum to 1; that each is above 0 is for `budgetFaults`, which knows the assets. */
export const riskBudgets = z.record(boundedName, z.number().meta({ exclusiveMinimum: 0 })).refine(
  (budgets) => Math.abs(sumOf(budgets) - 1) <= ROUNDING,
  {
    error: ({ input }) => `Give shares that sum to 1: these sum to ${Number(sumOf(input).toPrecision(12))}`,
  },
);

export type RiskBudgets = z.output<typeof riskBudgets>;

/** Assets of a run without a share above 0, and shares of others. */
export function budgetFaults(budgets: RiskBudgets, assets: readonly AssetId[]): Fault[] {
  const known = new Set<string>(assets);
  const unknown = Object.keys(budgets).filter((asset) => !known.has(asset)).map((asset) => ({
    pointer: jsonPointer("budgets", asset),
    detail: `Cannot give a share of the risk to "${asset}", which is not an asset of the run`,
  }));
  const without = Object.entries(budgets).filter(([asset, share]) => known.has(asset) && !(share > 0))
    .map(([asset, share]) => ({
      pointer: jsonPointer("budgets", asset),
      detail: `Cannot take a share of ${share}: give every asset one above 0, or leave it out of the run`,
    }));
  const missing = assets.filter((asset) => !Object.hasOwn(budgets, asset));
  if (missing.length === 0) return [...unknown, ...without];
  const others = missing.length === 1 ? "has" : `and ${missing.length - 1} more have`;
  const detail = `Give every asset of the run a share of the risk: "${missing[0]}" ${others} none`;
  return [...unknown, ...without, { pointer: jsonPointer("budgets"), detail }];
}

/** The share of each asset, in their order; equal ones where none are given. */
export function budgetsOf(budgets: RiskBudgets | undefined, assets: readonly AssetId[]): Float64Array {
  if (budgets === undefined) return new Float64Array(assets.length).fill(1 / assets.length);
  const sum = sumOf(budgets);
  return Float64Array.from(assets, (asset) => budgets[asset] / sum);
}

function sumOf(budgets: unknown): number {
  return Object.values(budgets ?? {}).reduce<number>((sum, share) => sum + Number(share), 0);
}
