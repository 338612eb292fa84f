import type { z } from "zod";
import { maximumNorm } from "../../domain/matrix.ts";
import { boundedNumber } from "../../domain/bounded_number.ts";
import type { RuleLimits } from "../problem.ts";
import type { Affine } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
import { exponentOf } from "../program/unit_of.ts";

/**
 * Returns the schema fields of the two optional limits that most rules have. `what` ends their descriptions and names
 * the unit.
 */
export function limitsOn(what: string): Readonly<Record<"min" | "max", z.ZodOptional<z.ZodNumber>>> {
  return {
    min: boundedNumber.optional().meta({ description: `The smallest ${what}` }),
    max: boundedNumber.optional().meta({ description: `The largest ${what}` }),
  };
}

export interface Limits {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Whether the lower limit is at most the upper one, for `refine`. */
export function inOrder({ min, max }: Limits): boolean {
  return min === undefined || max === undefined || min <= max;
}

/** The message for limits that are out of order. */
export function outOfOrder(sent: unknown): string {
  const { min, max } = Object(sent);
  return `Cannot limit to at least ${min} and at most ${max}: set min to at most max`;
}

/** A phrase that names a subject and its limits. */
export function within(subject: string, { min, max }: RuleLimits): string {
  if (min !== null && min === max) return `${subject} of exactly ${min}`;
  if (min !== null && max !== null) return `${subject} between ${min} and ${max}`;
  if (min !== null) return `${subject} of at least ${min}`;
  return max === null ? subject : `${subject} of at most ${max}`;
}

/**
 * Returns the unit in which a linear function of the weights is compared with its limits: 1, or, if all coefficients
 * are below 1, a power of two near the largest. In this unit a tolerance of a billionth is about a billionth of a
 * weight, whatever unit the user chose. Coefficients below a millionth of a limit count as a millionth of it, because
 * weights would have to be in the millions to reach the limit.
 */
export function unitOfSum(coefficients: Float64Array, { min = 0, max = 0 }: Limits): number {
  const largest = maximumNorm(coefficients);
  if (largest === 0 || largest >= 1) return 1;
  const exponent = exponentOf(largest, Math.max(Math.abs(min), Math.abs(max)));
  return 2 ** Math.max(LEAST_EXPONENT, Math.min(0, exponent));
}

/** Smallest exponent of a unit of `unitOfSum`. 2^-1022 is the smallest normal double, and its inverse is finite. */
const LEAST_EXPONENT = -1022;

/**
 * Adds the rows min · scale ≤ expression ≤ max · scale, divided by `unit` and labelled as one rule. Equal limits give
 * an equality.
 */
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
