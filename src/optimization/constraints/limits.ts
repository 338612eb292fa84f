import { boundedNumber } from "../../domain/bounded_number.ts";
import type { RuleLimits } from "../problem.ts";
import type { Affine } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
import { exponentOf } from "../program/unit_of.ts";

/** The two optional limits that most rules have, at least one of them, the lower not above the upper. */
export const limits = {
  min: boundedNumber.optional(),
  max: boundedNumber.optional(),
};

export interface Limits {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** The fault of limits that leave no value, for `refine`. */
export function inOrder({ min, max }: Limits): boolean {
  return min === undefined || max === undefined || min <= max;
}

/** What is said of them. */
export function outOfOrder(sent: unknown): string {
  const { min, max } = Object(sent);
  return `Cannot limit to at least ${min} and at most ${max}: set min to at most max`;
}

/** What is limited and its limits, as a phrase. */
export function within(subject: string, { min, max }: RuleLimits): string {
  if (min !== null && min === max) return `${subject} of exactly ${min}`;
  if (min !== null && max !== null) return `${subject} between ${min} and ${max}`;
  if (min !== null) return `${subject} of at least ${min}`;
  return max === null ? subject : `${subject} of at most ${max}`;
}

/**
 * The unit in which a sum of weights times coefficients is held to limits: 1, or where all coefficients are less a
 * power of two near the largest, so that a billionth of the unit is one of a weight however small the user's own unit
 * is. Of a limit coefficients that are less than a millionth count as so much: it takes weights of millions.
 */
export function unitOfSum(coefficients: Float64Array, { min = 0, max = 0 }: Limits): number {
  const largest = coefficients.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  if (largest === 0 || largest >= 1) return 1;
  const exponent = exponentOf(largest, Math.max(Math.abs(min), Math.abs(max)));
  return 2 ** Math.max(LEAST_EXPONENT, Math.min(0, exponent));
}

/** Whose power of two can still be divided by. */
const LEAST_EXPONENT = -1022;

/** Adds min scale ≤ expression ≤ max scale, labelled as one rule, in a unit. */
export function limit(
  program: ProgramBuilder,
  expression: Affine,
  limits: Limits,
  { scale, family, rule, unit = 1 }: { scale: Affine; family: string; rule: string | null; unit?: number },
): void {
  const { min, max } = limits, slack = scale.times(1 / unit), value = expression.times(1 / unit);
  if (min !== undefined && min === max) {
    program.equal(value, slack.times(max), { family, rule, slackByLimit: slack });
    return;
  }
  if (min !== undefined) program.atMost(slack.times(min), value, { family, rule, slackByLimit: slack.times(-1) });
  if (max !== undefined) program.atMost(value, slack.times(max), { family, rule, slackByLimit: slack });
}
