import type { SentRules } from "./accuracy_program.ts";
import type { PlainCounts } from "./plain_counts.ts";
import { FAMILIES_OF_RISKS, type PlainRisk } from "./plain_risks.ts";
import type { SentClassification, SentLimits } from "./sent_limits.ts";
import { summed } from "./summed.ts";

/** A linear rule on weights w: min ≤ Σ coefficients[i] w[i] ≤ max. */
export interface PlainRow {
  readonly name: string;
  readonly coefficients: Float64Array;
  readonly min: number;
  readonly max: number;
  /** Unit in which a breach of the linear rule is measured. 1 where absent. */
  readonly unit?: number;
}

/**
 * A rule on sums of absolute values, for weights w: factor Σ part(w[i] - centre[i]) + constant ≤ max, over all assets
 * i. `part` takes the absolute value of its argument, or only its positive or only its negative part.
 */
export interface PlainSizes {
  readonly name: string;
  readonly parts: "all" | "positive" | "negative";
  readonly centre: Float64Array;
  readonly factor: number;
  readonly constant: number;
  readonly max: number;
}

/** Rules as linear algebra, read from a request by the documented formulas of the constraint families. */
export interface PlainRules {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly rows: readonly PlainRow[];
  readonly sizes: readonly PlainSizes[];
  /** Rules that are neither in `rows` nor in `sizes`, as functions. Weights from HiGHS are checked against them. */
  readonly risks: readonly PlainRisk[];
  /** Limits on the number and size of holdings, or null where there are none. */
  readonly counts: PlainCounts | null;
}

/** How far a value lies beyond its limit, with a bound on the rounding error of that figure. */
export interface Breach {
  readonly name: string;
  /** Amount by which a rule's value exceeds its limit, in the rule's unit. 0 or less where the rule is satisfied. */
  readonly breach: number;
  readonly rounding: number;
}

interface Classification extends SentClassification {
  readonly rules: readonly (SentLimits & { readonly group: string })[];
}

/** Constraints of a request by family, of those families that are read as linear or absolute-weight rules. */
interface Sent {
  readonly weight_bounds?: SentLimits & { readonly assets?: Readonly<Record<string, SentLimits>> };
  readonly budget?: SentLimits;
  readonly exposure?: {
    readonly short?: boolean;
    readonly gross_max?: number;
    readonly long_max?: number;
    readonly short_max?: number;
  };
  readonly groups?: Classification | readonly Classification[];
  readonly linear?: readonly (SentLimits & {
    readonly name: string;
    readonly coefficients: Readonly<Record<string, number>>;
  })[];
  readonly turnover?: { readonly max: number };
  readonly locked?: readonly string[];
  readonly min_return?: number;
  readonly factor_exposure?: {
    readonly loadings: Readonly<Record<string, Readonly<Record<string, number>>>>;
    readonly rules: readonly (SentLimits & { readonly factor: string })[];
  };
}

const READ = [
  "weight_bounds",
  "budget",
  "exposure",
  "groups",
  "linear",
  "turnover",
  "locked",
  "min_return",
  "factor_exposure",
  ...FAMILIES_OF_RISKS,
];

/**
 * Reads the linear and absolute-weight rules from a request's constraints. `annualReturns` are expected returns per
 * year. Throws for an unknown constraint family.
 */
export function plainRules(
  { constraints, startingPortfolio, startingWeightOutside }: SentRules,
  { assets, annualReturns }: { assets: readonly string[]; annualReturns: Float64Array },
): PlainRules {
  const unknown = Object.keys(constraints).find((family) => !READ.includes(family));
  if (unknown !== undefined) throw new Error(`Cannot read rules of "${unknown}": write them down in plain_rules.ts`);
  const sent: Sent = constraints;
  const start = Float64Array.from(assets, (_, i) => startingPortfolio?.[i] ?? 0);
  const row = (name: string, limits: SentLimits, coefficientOf: (asset: string, i: number) => number): PlainRow => ({
    name,
    coefficients: Float64Array.from(assets, coefficientOf),
    min: limits.min ?? -Infinity,
    max: limits.max ?? Infinity,
  });
  const budget = sent.budget?.min === undefined && sent.budget?.max === undefined ? { min: 1, max: 1 } : sent.budget;
  const rows = [row("budget", budget, () => 1)];
  for (const { name = "", map, rules } of [sent.groups ?? []].flat()) {
    for (const rule of rules) {
      rows.push(row(`groups ${name} ${rule.group}`, rule, (asset) => map[asset] === rule.group ? 1 : 0));
    }
  }
  for (const rule of sent.linear ?? []) {
    rows.push(inOwnUnit(row(`linear ${rule.name}`, rule, (asset) => rule.coefficients[asset] ?? 0)));
  }
  for (const asset of sent.locked ?? []) {
    const weight = start[assets.indexOf(asset)];
    rows.push(row(`locked ${asset}`, { min: weight, max: weight }, (one) => one === asset ? 1 : 0));
  }
  if (sent.min_return !== undefined) {
    rows.push(row("min_return", { min: sent.min_return }, (_, i) => annualReturns[i]));
  }
  const { loadings = {}, rules: ofFactors = [] } = sent.factor_exposure ?? {};
  for (const rule of ofFactors) {
    rows.push(
      inOwnUnit(row(`factor_exposure ${rule.factor}`, rule, (asset) => loadings[asset]?.[rule.factor] ?? 0)),
    );
  }
  return {
    ...boundsOf(sent, assets),
    rows,
    risks: [],
    counts: null,
    sizes: sizesOf(sent, { start, startingWeightOutside }),
  };
}

/**
 * Returns a linear rule with its own unit where all its coefficients are below 1. The unit is the power of two nearest
 * to the largest coefficient, or to a millionth of the limit where that is larger; at most 1.
 */
function inOwnUnit(row: PlainRow): PlainRow {
  const most = row.coefficients.reduce((largest, one) => Math.max(largest, Math.abs(one)), 0);
  if (most === 0 || most >= 1) return row;
  const limit = Math.max(...[row.min, row.max].filter(Number.isFinite).map(Math.abs), 0);
  return { ...row, unit: Math.min(1, 2 ** Math.max(-1022, Math.round(Math.log2(Math.max(most, limit / 1e6))))) };
}

function boundsOf({ weight_bounds = {}, exposure }: Sent, assets: readonly string[]) {
  const floor = exposure?.short === true ? -Infinity : 0;
  const own = assets.map((asset) => weight_bounds.assets?.[asset]);
  return {
    lower: Float64Array.from(own, (limits) => limits?.min ?? weight_bounds.min ?? floor),
    upper: Float64Array.from(own, (limits) => limits?.max ?? weight_bounds.max ?? Infinity),
  };
}

function sizesOf(
  { exposure = {}, turnover }: Sent,
  { start, startingWeightOutside }: { start: Float64Array; startingWeightOutside: number },
): PlainSizes[] {
  const { gross_max, long_max, short_max } = exposure;
  const nothing = new Float64Array(start.length);
  const exposures: [PlainSizes["parts"], number | undefined][] = [
    ["all", gross_max],
    ["positive", long_max],
    ["negative", short_max],
  ];
  const sizes = exposures.flatMap(([parts, max]): PlainSizes[] =>
    max === undefined ? [] : [{ name: `exposure ${parts}`, parts, centre: nothing, factor: 1, constant: 0, max }]
  );
  if (turnover === undefined) return sizes;
  const constant = startingWeightOutside / 2;
  return [...sizes, { name: "turnover", parts: "all", centre: start, factor: 0.5, constant, max: turnover.max }];
}

/**
 * Returns the breach of every rule at given weights, by plain arithmetic. A rule with two limits gives the larger
 * breach.
 */
export function breachesAt(weights: Float64Array, { lower, upper, rows, sizes, risks }: PlainRules): Breach[] {
  const found: Breach[] = [];
  for (let i = 0; i < weights.length; i++) {
    found.push({ name: `weight ${i}`, breach: Math.max(lower[i] - weights[i], weights[i] - upper[i]), rounding: 0 });
  }
  for (const { name, coefficients, min, max, unit = 1 } of rows) {
    const { sum, rounding } = summed(coefficients, weights);
    found.push({ name, breach: Math.max(min - sum, sum - max) / unit, rounding: rounding / unit });
  }
  for (const { name, parts, centre, factor, constant, max } of sizes) {
    let sum = 0;
    for (let i = 0; i < weights.length; i++) sum += partOf(weights[i] - centre[i], parts);
    const breach = factor * sum + constant - max;
    found.push({ name, breach, rounding: Number.EPSILON * (weights.length + 2) * (factor * sum + Math.abs(max)) });
  }
  for (const { name, breachAt } of risks) found.push({ name, ...breachAt(weights) });
  return found;
}

/** Returns the absolute value of a number, or only its positive or negative part. */
export function partOf(entry: number, parts: PlainSizes["parts"]): number {
  if (parts === "all") return Math.abs(entry);
  return Math.max(parts === "positive" ? entry : -entry, 0);
}
