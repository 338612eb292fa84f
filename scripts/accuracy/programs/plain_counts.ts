import type { PlainRisk } from "./plain_risks.ts";
import type { SentClassification, SentLimits } from "./sent_limits.ts";

/** What rules ask of which weights are not 0. */
export interface PlainCounts {
  /** A weight that is not 0 is at least of this size. */
  readonly least: number;
  readonly limits: readonly CountLimit[];
}

interface CountLimit {
  readonly name: string;
  /** 1 of an asset that counts, 0 of any other. */
  readonly members: Float64Array;
  readonly min: number;
  readonly max: number;
}

/** A weight of less is not held where no smallest position is named. */
const LEAST_HELD = 1e-4;

interface Sent {
  readonly cardinality?: SentLimits & { readonly groups?: readonly (SentLimits & { readonly group: string })[] };
  readonly min_position?: number;
  readonly groups?: SentClassification | readonly SentClassification[];
}

/** What a request says of which weights are 0, by the documented formulas of its families; null where nothing. */
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

/** The same as rules that weights keep or break. */
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
