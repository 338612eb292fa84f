import type { PlainRisk } from "./plain_risks.ts";
import type { SentClassification, SentLimits } from "./sent_limits.ts";

/** Limits on the number and size of holdings in a portfolio: a smallest position and counts of held assets. */
export interface PlainCounts {
  /** Smallest absolute weight of an asset that is held. */
  readonly least: number;
  readonly limits: readonly CountLimit[];
}

interface CountLimit {
  readonly name: string;
  /** Membership of each asset in the group whose holdings the limit counts: 1 for a member, 0 for any other asset. */
  readonly members: Float64Array;
  readonly min: number;
  readonly max: number;
}

/** Smallest absolute weight that counts as held where the request names no smallest position. */
const LEAST_HELD = 1e-4;

interface Sent {
  readonly cardinality?: SentLimits & { readonly groups?: readonly (SentLimits & { readonly group: string })[] };
  readonly min_position?: number;
  readonly groups?: SentClassification | readonly SentClassification[];
}

/**
 * Reads the limits on the number and size of holdings from a request's constraints, by the documented formulas. Returns
 * null where the request states none.
 */
export function plainCounts(
  constraints: Readonly<Record<string, unknown>>,
  assets: readonly string[],
): PlainCounts | null {
  const { cardinality, min_position, groups = [] }: Sent = constraints;
  if (cardinality === undefined && min_position === undefined) return null;
  const limit = (name: string, limits: SentLimits, counts: (asset: string) => boolean): CountLimit => ({
    name,
    members: Float64Array.from(assets, (asset) => counts(asset) ? 1 : 0),
    min: limits.min ?? 0,
    max: limits.max ?? Infinity,
  });
  const nameOf = ({ name }: SentClassification, group: string): string =>
    name === undefined ? group : `${name}/${group}`;
  const isIn = (asset: string, group: string): boolean =>
    [groups].flat().some((one) => Object.hasOwn(one.map, asset) && nameOf(one, one.map[asset]) === group);
  const ofGroups = (cardinality?.groups ?? []).map((one) =>
    limit(`cardinality ${one.group}`, one, (asset) => isIn(asset, one.group))
  );
  const ofAll = cardinality === undefined ? [] : [limit("cardinality", cardinality, () => true)];
  return { least: min_position ?? LEAST_HELD, limits: [...ofAll, ...ofGroups] };
}

/** Returns the limits on the number and size of holdings as rules whose breach can be computed at given weights. */
export function risksOfCounts(counts: PlainCounts | null): readonly PlainRisk[] {
  if (counts === null) return [];
  const sizes: PlainRisk = {
    name: "min_position",
    breachAt: (weights) => ({
      breach: weights.reduce(
        (most, weight) => weight === 0 ? most : Math.max(most, counts.least - Math.abs(weight)),
        -Infinity,
      ),
      rounding: 0,
    }),
  };
  const numbers = counts.limits.map(({ name, members, min, max }): PlainRisk => ({
    name,
    breachAt(weights) {
      const held = weights.reduce((count, weight, i) => weight === 0 ? count : count + members[i], 0);
      return { breach: Math.max(held - max, min - held), rounding: 0 };
    },
  }));
  return [sizes, ...numbers];
}
