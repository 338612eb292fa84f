import { boundedNumber } from "../../domain/bounded_number.ts";
import type { ConstraintFamilyId } from "./constraint_family_ids.ts";
import type { Affine, ProgramBuilder } from "../program/program.ts";

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

export const OUT_OF_ORDER = "Set min to at most max";

/** Adds min scale ≤ expression ≤ max scale, labelled as one rule. */
export function limit(
  program: ProgramBuilder,
  expression: Affine,
  { min, max }: Limits,
  { scale, family, rule }: { scale: Affine; family: ConstraintFamilyId; rule: string | null },
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
