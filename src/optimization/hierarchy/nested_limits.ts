import { bindRules } from "../constraints/constraint_family.ts";
import { groups } from "../constraints/groups.ts";
import { linear, type LinearRules } from "../constraints/linear.ts";
import { weightBounds } from "../constraints/weight_bounds.ts";
import { dot } from "../../domain/matrix.ts";
import { NEGLIGIBLE_WEIGHT } from "../program/rounding.ts";
import type { AssetId } from "../../domain/asset.ts";
import type { BoundRules, Problem } from "../problem.ts";
import { placeBounds } from "./place_bounds.ts";
import type { PlacedBounds } from "./split_weights.ts";

/** The limits of a problem that clusters share: the bounds of each weight, at least 0, and those of groups. */
export interface NestedLimits extends PlacedBounds {
  readonly groups: readonly GroupLimits[];
}

interface GroupLimits {
  readonly name: string;
  /** 1 for each asset of the group, 0 for every other asset. */
  readonly members: Float64Array;
  readonly min: number;
  /** Infinite without an upper limit. */
  readonly max: number;
}

/** Returns the limits of the weights that are in force in a problem. */
export function nestedLimits(problem: Problem): NestedLimits {
  const n = problem.assets.length;
  const ruled = problem.rules.find(({ id }) => id === groups.id);
  const members = new Map(ruled?.sums(problem.assets)?.sums.map(({ name, coefficients }) => [name, coefficients]));
  return {
    ...placeBounds(problem, Int32Array.from({ length: n }, (_, i) => i)),
    groups: (ruled?.evaluate(new Float64Array(n), problem) ?? []).map(({ rule, min, max }) => ({
      name: rule ?? "",
      members: members.get(rule ?? "") ?? new Float64Array(n),
      min: min ?? -Infinity,
      max: max ?? Infinity,
    })),
  };
}

/**
 * Returns the share of the limits that a cluster has at weights that keep all of them, as rules on the weights inside
 * the cluster. A bound is divided by the weight of the cluster. What a group has to spare is shared by the clusters
 * with a part of the group, in proportion to their weights. A cluster without weight has the upper bounds alone,
 * divided by the most that it may hold.
 */
export function limitsInside(
  { lower, upper, groups }: NestedLimits,
  { members, inside, at, assets }: {
    readonly members: Int32Array;
    /** The clusters, each with the indices of its assets. */
    readonly inside: readonly Int32Array[];
    readonly at: Float64Array;
    readonly assets: readonly AssetId[];
  },
): readonly BoundRules[] {
  const weight = sumIn(members, at), isHeld = weight >= NEGLIGIBLE_WEIGHT;
  const whole = isHeld ? weight : Math.min(1, sumIn(members, upper));
  if (whole < NEGLIGIBLE_WEIGHT) return [];
  const bounds = [...members].map((asset) => {
    const own = isHeld ? at[asset] / whole : 0;
    return {
      asset: assets[asset],
      min: Math.min(lower[asset] / whole, own),
      max: Math.max(upper[asset] / whole, own),
    };
  });
  if (!isHeld) return boundRules(bounds, []);
  const rows = groups.flatMap(({ name, members: grouped, min, max }): Row[] => {
    if (!isPart(members, grouped)) return [];
    const shared = inside.filter((one) => isPart(one, grouped)).reduce((sum, one) => sum + sumIn(one, at), 0);
    const sum = dot(grouped, at), own = members.reduce((all, asset) => all + grouped[asset] * at[asset], 0) / whole;
    return [{
      name,
      coefficients: Float64Array.from(members, (asset) => grouped[asset]),
      min: own - Math.max(0, sum - min) / shared,
      max: own + Math.max(0, max - sum) / shared,
    }];
  });
  return boundRules(bounds, rows, [...members].map((asset) => assets[asset]));
}

/**
 * Returns the limits of the final weights as rules on the weights of the clusters, for given weights inside them. The
 * weights `at` of the clusters keep them.
 */
export function limitsAcross(
  { lower, upper, groups }: NestedLimits,
  { portfolios, inside, at, names }: {
    /** The weights inside each cluster, for all assets. */
    readonly portfolios: readonly Float64Array[];
    readonly inside: readonly Int32Array[];
    readonly at: Float64Array;
    readonly names: readonly AssetId[];
  },
): readonly BoundRules[] {
  const bounds = portfolios.map((weights, c) => {
    const weight = sumIn(inside[c], at), held = inside[c].filter((asset) => weights[asset] >= NEGLIGIBLE_WEIGHT);
    return {
      asset: names[c],
      min: Math.min(weight, held.reduce((most, asset) => Math.max(most, lower[asset] / weights[asset]), 0)),
      max: Math.max(weight, held.reduce((least, asset) => Math.min(least, upper[asset] / weights[asset]), Infinity)),
    };
  });
  const clusters = inside.map((members) => sumIn(members, at));
  const rows = groups.map(({ name, members, min, max }): Row => {
    const coefficients = Float64Array.from(portfolios, (weights) => dot(members, weights));
    const own = dot(coefficients, clusters);
    return { name, coefficients, min: Math.min(min, own), max: Math.max(max, own) };
  });
  return boundRules(bounds, rows, names);
}

interface Row {
  readonly name: string;
  readonly coefficients: Float64Array;
  readonly min: number;
  readonly max: number;
}

/** Binds bounds and rows to their families. Limits that no weights of a sum of 1 can break are left out. */
function boundRules(
  bounds: readonly { readonly asset: AssetId; readonly min: number; readonly max: number }[],
  rows: readonly Row[],
  names: readonly AssetId[] = [],
): readonly BoundRules[] {
  const limited = bounds.filter(({ min, max }) => min > 0 || max < 1);
  const rules: LinearRules = rows.flatMap(({ name, coefficients, min, max }) => {
    const limits = {
      ...min > Math.min(...coefficients) ? { min } : {},
      ...max < Math.max(...coefficients) ? { max } : {},
    };
    if (Object.keys(limits).length === 0) return [];
    return [{ name, coefficients: Object.fromEntries(names.map((one, k) => [one, coefficients[k]])), ...limits }];
  });
  const assets = Object.fromEntries(
    limited.map(({ asset, min, max }) => [asset, { min, ...max < 1 ? { max } : {} }]),
  );
  return [
    ...limited.length === 0 ? [] : [bindRules(weightBounds, { assets })],
    ...rules.length === 0 ? [] : [bindRules(linear, rules)],
  ];
}

/** Whether a cluster has assets in a group and others outside it. */
function isPart(cluster: Int32Array, members: Float64Array): boolean {
  return cluster.some((asset) => members[asset] !== 0) && cluster.some((asset) => members[asset] === 0);
}

function sumIn(cluster: Int32Array, values: Float64Array): number {
  return cluster.reduce((sum, asset) => sum + values[asset], 0);
}
