import { z } from "zod";
import { boundedName } from "../../domain/bounded_name.ts";
import { boundedNumber } from "../../domain/bounded_number.ts";
import { jsonPointer } from "../../domain/errors.ts";
import type { ConstraintFamily } from "./constraint_family.ts";
import { within } from "./limits.ts";
import { Affine, type Variables } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
import type { Parts } from "../program/maxima_settlers.ts";
import type { Problem } from "../problem.ts";

const share = boundedNumber.nonnegative().optional();
const fee = boundedNumber.nonnegative();

const exposureRules = z.strictObject({
  short: z.boolean().default(false).meta({ description: "Whether weights may be below 0" }),
  gross_max: share.meta({ description: "The largest sum of the sizes of all weights, a fraction of the portfolio" }),
  long_max: share.meta({ description: "The largest sum of the weights above 0, a fraction of the portfolio" }),
  short_max: share.meta({
    description: "The largest sum of the sizes of the weights below 0, a fraction of the portfolio",
  }),
  borrow_fee: z.union([fee, z.record(boundedName, fee)], {
    error: "Cannot read the borrow fee: it is an annual fraction, or one for each of some assets",
  }).optional().meta({
    description: "What it costs to hold a short weight for a year, as a fraction of its size: one number for all " +
      "assets, or an object of assets, of which the others cost nothing. Needs short to be true",
  }),
});

export type ExposureRules = z.output<typeof exposureRules>;

/**
 * Permission for negative weights, limits on the sums of the absolute weights (all, long or short), and fees for
 * borrowing.
 */
export const exposure: ConstraintFamily<ExposureRules> = {
  id: "exposure",
  kind: "long_short",
  limitsIn: "fraction",
  documentation: {
    title: "Exposure",
    formula: "Σ |w_i| ≤ gross_max, Σ max(w_i, 0) ≤ long_max, Σ max(-w_i, 0) ≤ short_max; " +
      "m'w - Σ borrow_fee_i max(-w_i, 0) / periods of a year in place of m'w",
    reference: "Jacobs, Levy, Markowitz (2005), Portfolio optimization with factors, scenarios, and realistic short " +
      "positions, Operations Research 53",
    paragraph:
      "short allows weights below 0. gross_max limits the sum of the sizes of all weights, long_max the sum of the " +
      "positive weights, short_max the sum of the sizes of the negative weights. borrow_fee is the annual cost of " +
      "the negative weights. A period's part of it is subtracted from the expected return as transaction costs are, " +
      "and from the returns of the metrics, the curves, the walk-forward and the simulated paths.",
  },
  rules: exposureRules,
  priceFree: true,
  inConflict: "each",
  allowsShort: ({ short }) => short,
  check({ short, borrow_fee: sent }, { assets }) {
    if (sent === undefined) return [];
    const idle = short
      ? []
      : [{ pointer: jsonPointer("borrow_fee"), detail: "Cannot charge a borrow fee without short: set it to true" }];
    const known = new Set<string>(assets);
    const unknown = Object.keys(typeof sent === "number" ? {} : sent).filter((asset) => !known.has(asset));
    return [
      ...idle,
      ...unknown.map((asset) => ({
        pointer: jsonPointer("borrow_fee", asset),
        detail: `Cannot charge a borrow fee for "${asset}", which is not an asset of the run`,
      })),
    ];
  },
  pointerOf: (rule) => jsonPointer(rule),
  describe: (rule) =>
    rule.rule === null ? "Borrow fees, subtracted from the expected return" : within(`"${rule.rule}"`, rule),
  unweighed: ({ borrow_fee: sent }) => sent !== undefined,
  hasCosts: (rules) => rules.borrow_fee !== undefined,
  costs(program, weights, rules, { problem }) {
    const fees = feesOf(rules, problem);
    return fees && parts(program, weights).negative.dot(fees.map((one) => one / problem.periodsPerYear));
  },
  costsOf: (weights, rules, problem) => yearlyFees(weights, rules, problem) / problem.periodsPerYear,
  carryOf: (weights, rules, run) => yearlyFees(weights, rules, run) / run.periodsPerYear,
  sizeLimits({ gross_max = Infinity, long_max = Infinity, short_max = Infinity }, { assets, short }) {
    const max = Math.min(gross_max, 2 * long_max - 1, 2 * short_max + 1);
    return short && max < Infinity ? [{ from: new Float64Array(assets.length), max }] : [];
  },
  weightLimits({ gross_max = Infinity, long_max = Infinity, short_max = Infinity }, { assets, short }) {
    const lower = short ? -Math.min(gross_max, short_max) : -Infinity, upper = Math.min(gross_max, long_max);
    return { lower: new Float64Array(assets.length).fill(lower), upper: new Float64Array(assets.length).fill(upper) };
  },
  constrain(program, weights, rules, { problem, scale, withoutBounds }) {
    for (const { rule, max, value } of sums(rules)) {
      const label = { family: this.id, rule, slackByLimit: scale };
      program.atMost(value(program, weights, { short: problem.short || withoutBounds }), scale.times(max), label);
    }
  },
  evaluate(weights, rules, problem) {
    const limited = sums(rules).map(({ rule, max, part }) => ({
      family: this.id,
      rule,
      value: weights.reduce((sum, weight) => sum + part(weight), 0),
      min: null,
      max,
    }));
    if (rules.borrow_fee === undefined) return limited;
    const value = yearlyFees(weights, rules, problem);
    return [...limited, { family: this.id, rule: "borrow_fee", value, min: null, max: null }];
  },
};

/** The annual fee on a short weight of each asset, as a fraction of its size; null without fees. */
function feesOf(
  { short, borrow_fee: sent }: ExposureRules,
  { assets }: Pick<Problem, "assets">,
): Float64Array | null {
  if (!short || sent === undefined) return null;
  return Float64Array.from(
    assets,
    (asset) => typeof sent === "number" ? sent : Object.hasOwn(sent, asset) ? sent[asset] : 0,
  );
}

function yearlyFees(weights: Float64Array, rules: ExposureRules, run: Pick<Problem, "assets">): number {
  const fees = feesOf(rules, run);
  return fees === null ? 0 : weights.reduce((sum, weight, i) => sum + fees[i] * Math.max(-weight, 0), 0);
}

interface Sum {
  readonly rule: string;
  readonly max: number;
  readonly part: (weight: number) => number;
  readonly value: SumOf;
}

/**
 * Returns the sums that the rules limit: `part` computes what one weight adds to the sum, and `value` expresses the sum
 * in a program.
 */
function sums({ gross_max, long_max, short_max }: ExposureRules): Sum[] {
  const all = [
    { rule: "gross_max", max: gross_max, part: Math.abs, value: grossOf },
    { rule: "long_max", max: long_max, part: (weight: number) => Math.max(weight, 0), value: longOf },
    { rule: "short_max", max: short_max, part: (weight: number) => Math.max(-weight, 0), value: shortOf },
  ];
  return all.flatMap((sum) => sum.max === undefined ? [] : [{ ...sum, max: sum.max }]);
}

type SumOf = (program: ProgramBuilder, weights: Variables, problem: Pick<Problem, "short">) => Affine;

/** Without short selling a weight equals its positive part. */
const longOf: SumOf = (program, weights, { short }) => short ? parts(program, weights).positive.sum() : weights.sum();

const shortOf: SumOf = (program, weights, { short }) =>
  short ? parts(program, weights).negative.sum() : Affine.constant(0);

const grossOf: SumOf = (program, weights, problem) =>
  longOf(program, weights, problem).plus(shortOf(program, weights, problem));

function parts(program: ProgramBuilder, weights: Variables): Parts {
  return program.split("size", () => weights.all());
}
