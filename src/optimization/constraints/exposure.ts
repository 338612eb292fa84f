import { z } from "zod";
import type { ConstraintFamily } from "../constraint_family.ts";
import type { Affine, ProgramBuilder, Variables } from "../program.ts";
import type { Problem } from "../problem.ts";

const share = z.number().nonnegative().optional();

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
  documentation: {
    title: "Exposure",
    paragraph:
      "short allows weights below 0. gross_max limits the sum of the sizes of the weights, long_max that of the positive ones, short_max that of the negative ones.",
  },
  rules: exposureRules,
  priceFree: true,
  constrain(program, weights, rules, { problem, scale }) {
    for (const { rule, max, value } of sums(rules)) {
      const label = { family: this.id, rule, slackByLimit: scale };
      program.atMost(value(program, weights, problem), scale.times(max), label);
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
  readonly value: (program: ProgramBuilder, weights: Variables, problem: Problem) => Affine;
}

/** Positive parts are half of size plus weight, negative ones half of size minus weight. */
function sums({ gross_max, long_max, short_max }: ExposureRules): Sum[] {
  const all = [
    { rule: "gross_max", max: gross_max, part: Math.abs, value: sizes },
    {
      rule: "long_max",
      max: long_max,
      part: (weight: number) => Math.max(weight, 0),
      value: (program: ProgramBuilder, weights: Variables, problem: Problem) =>
        sizes(program, weights, problem).plus(weights.sum()).times(0.5),
    },
    {
      rule: "short_max",
      max: short_max,
      part: (weight: number) => Math.max(-weight, 0),
      value: (program: ProgramBuilder, weights: Variables, problem: Problem) =>
        sizes(program, weights, problem).minus(weights.sum()).times(0.5),
    },
  ];
  return all.flatMap((sum) => sum.max === undefined ? [] : [{ ...sum, max: sum.max }]);
}

/** Without short selling a weight is its own size. */
function sizes(program: ProgramBuilder, weights: Variables, { short }: Problem): Affine {
  return short ? program.absolute("size", () => weights.all()).sum() : weights.sum();
}
