import { boundedNumber } from "../../domain/bounded_number.ts";
import type { RuleLimits } from "../problem.ts";
import type { Affine } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";

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

/** Adds min scale ≤ expression ≤ max scale, labelled as one rule. */
export function limit(
  program: ProgramBuilder,
  expression: Affine,
  { min, max }: Limits,
  { scale, family, rule }: { scale: Affine; family: string; rule: string | null },
): void {
  if (min !== undefined && min === max) {
    program.equal(expression, scale.times(max), { family, rule, slackByLimit: scale });
    return;
  }
  if (min !== undefined) {
    program.atMost(scale.times(min), expression, { family, rule, slackByLimit: scale.times(-1) });
  }
  if (max !== undefined) program.atMost(expression, scale.times(max), { family, rule, slackByLimit: scale });
}
