import { z } from "zod";
import type { AssetId } from "../../../domain/asset.ts";
import { boundedName } from "../../../domain/bounded_name.ts";
import { type Fault, jsonPointer } from "../../../domain/errors.ts";

/** The sum of the shares of a request may differ from 1 by at most this, as rounding. */
const ROUNDING = 1e-9;

/** Request parameter: the share of the risk of each asset. `budgetFaults` checks it against the assets of a run. */
export const riskBudgets = z.record(boundedName, z.number().meta({ exclusiveMinimum: 0 }));

export type RiskBudgets = z.output<typeof riskBudgets>;

/**
 * Returns the faults of budgets: shares of unknown assets, shares that are not above 0, a sum other than 1, and assets
 * without a share.
 */
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
  const faults = [...unknown, ...without, ...sumFaults(budgets)];
  const missing = assets.filter((asset) => !Object.hasOwn(budgets, asset));
  if (missing.length === 0) return faults;
  const others = missing.length === 1 ? "has" : `and ${missing.length - 1} more have`;
  const detail = `Give every asset of the run a share of the risk: "${missing[0]}" ${others} none`;
  return [...faults, { pointer: jsonPointer("budgets"), detail }];
}

function sumFaults(budgets: RiskBudgets): Fault[] {
  const sum = sumOf(budgets);
  if (Math.abs(sum - 1) <= ROUNDING) return [];
  const detail = `Cannot use shares that sum to ${Number(sum.toPrecision(12))}: they must sum to 1`;
  return [{ pointer: jsonPointer("budgets"), detail }];
}

/** The share of each asset, in the order of the assets; equal shares without budgets. */
export function budgetsOf(budgets: RiskBudgets | undefined, assets: readonly AssetId[]): Float64Array {
  if (budgets === undefined) return new Float64Array(assets.length).fill(1 / assets.length);
  const sum = sumOf(budgets);
  return Float64Array.from(assets, (asset) => budgets[asset] / sum);
}

function sumOf(budgets: RiskBudgets): number {
  return Object.values(budgets).reduce((sum, share) => sum + share, 0);
}
