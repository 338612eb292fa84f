import type { z } from "zod";
import type { Fault } from "../../domain/errors.ts";
import type { ConstraintFamilyId } from "./constraint_family_ids.ts";
import type { BoundRules, ConstraintContext, Problem, RuleCheckContext, RuleValue } from "../problem.ts";
import type { ProgramBuilder, Variables } from "../program/program.ts";

/**
 * A family of rules: it writes them once, and they hold in every method that can carry them. One file, one line in
 * `constraints/mod.ts`.
 */
export interface ConstraintFamily<Rules = unknown> {
  readonly id: ConstraintFamilyId;
  readonly documentation: { readonly title: string; readonly paragraph: string };
  /** The shape of the rules in a request, strict, with its defaults. */
  readonly rules: z.ZodType<Rules>;
  /** Whether every rule can be judged without prices or estimates. */
  readonly priceFree: boolean;
  /**
   * What the shape cannot see: unknown assets, empty groups, a missing starting portfolio. Pointers are relative to the
   * family's object.
   */
  check?(rules: Rules, context: RuleCheckContext): readonly Fault[];
  /** Adds the labelled blocks of the rules to a program. */
  constrain(program: ProgramBuilder, weights: Variables, rules: Rules, context: ConstraintContext): void;
  /** What each rule comes to, by plain arithmetic that shares nothing with `constrain`. */
  evaluate(weights: Float64Array, rules: Rules, problem: Problem): RuleValue[];
}

/** Binds a family to rules that its schema has parsed. */
export function bindRules<Rules>(family: ConstraintFamily<Rules>, rules: Rules): BoundRules {
  return {
    id: family.id,
    priceFree: family.priceFree,
    check: (context) => family.check?.(rules, context) ?? [],
    constrain: (program, weights, context) => family.constrain(program, weights, rules, context),
    evaluate: (weights, problem) => family.evaluate(weights, rules, problem),
  };
}
