import { z } from "zod";
import { boundedNumber } from "../../domain/bounded_number.ts";
import { jsonPointer } from "../../domain/errors.ts";
import type { ConstraintFamily } from "./constraint_family.ts";
import { within } from "./limits.ts";
import { Affine, type Variables } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
import type { Parts } from "../program/settler.ts";
import type { Problem } from "../problem.ts";

const share = boundedNumber.nonnegative().optional();

const exposureRules = z.strictObject({
  short: z.boolean().default(false),
  gross_max: share,
  long_max: share,
  short_max: share,
});

export type ExposureRules = z.output<typeof exposureRules>;

/** Whether weights may be below 0, and limits on the sums of the sizes of all, of the long and of the short weights. */
export const exposure: ConstraintFamily<ExposureRules> = {
  id: "exposure",
  kind: "long_short",
  documentation: {
    title: "Exposure",
    formula: "Σ |w_i| ≤ gross_max, Σ max(w_i, 0) ≤ long_max, Σ max(-w_i, 0) ≤ short_max",
    reference: "Jacobs, Levy, Markowitz (2005), Portfolio optimization with factors, scenarios, and realistic short " +
      "positions, Operations Research 53",
    paragraph:
      "short allows weights below 0. gross_max limits the sum of the sizes of all weights, long_max the sum of the " +
      "positive weights, short_max the sum of the sizes of the negative weights.",
  },
  rules: exposureRules,
  priceFree: true,
  inConflict: "each",
  allowsShort: ({ short }) => short,
  pointerOf: (rule) => jsonPointer(rule),
  describe: (rule) => within(`"${rule.rule}"`, rule),
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
  evaluate(weights, rules) {
    return sums(rules).map(({ rule, max, part }) => ({
      family: this.id,
      rule,
      value: weights.reduce((sum, weight) => sum + part(weight), 0),
      min: null,
      max,
    }));
  },
};

interface Sum {
  readonly rule: string;
  readonly max: number;
  readonly part: (weight: number) => number;
  readonly value: SumOf;
}

/** The sums that are limited, from the positive and negative parts of the weights. */
function sums({ gross_max, long_max, short_max }: ExposureRules): Sum[] {
  const all = [
    { rule: "gross_max", max: gross_max, part: Math.abs, value: grossOf },
    { rule: "long_max", max: long_max, part: (weight: number) => Math.max(weight, 0), value: longOf },
    { rule: "short_max", max: short_max, part: (weight: number) => Math.max(-weight, 0), value: shortOf },
  ];
  return all.flatMap((sum) => sum.max === undefined ? [] : [{ ...sum, max: sum.max }]);
}

type SumOf = (program: ProgramBuilder, weights: Variables, problem: Pick<Problem, "short">) => Affine;

/** Without short selling a weight is its own positive part. */
const longOf: SumOf = (program, weights, { short }) => short ? parts(program, weights).positive.sum() : weights.sum();

const shortOf: SumOf = (program, weights, { short }) =>
  short ? parts(program, weights).negative.sum() : Affine.constant(0);

const grossOf: SumOf = (program, weights, problem) =>
  longOf(program, weights, problem).plus(shortOf(program, weights, problem));

function parts(program: ProgramBuilder, weights: Variables): Parts {
  return program.split("size", () => weights.all());
}
