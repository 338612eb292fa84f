import type { z } from "zod";
import type { AssetId } from "../../domain/asset.ts";
import type { Fault } from "../../domain/errors.ts";
import type { Affine, ProgramBuilder, Variables } from "../program/program.ts";
import type { Problem } from "../problem.ts";

/** The ids of the capability table, in its order. */
export const CONSTRAINT_FAMILY_IDS = [
  "weight_bounds",
  "groups",
  "linear",
  "budget",
  "exposure",
  "turnover",
  "transaction_costs",
  "tracking_error",
  "risk_limits",
  "min_return",
  "factor_exposure",
  "concentration",
  "cardinality",
  "min_position",
  "locked",
] as const;

export type ConstraintFamilyId = (typeof CONSTRAINT_FAMILY_IDS)[number];

/** What a rule comes to at given weights. Limits are null where there is none. */
export interface RuleValue {
  readonly family: ConstraintFamilyId;
  /** The group, the asset, the name of the linear rule; null where a family is one rule. */
  readonly rule: string | null;
  /** In the unit of the limits as sent. */
  readonly value: number;
  readonly min: number | null;
  readonly max: number | null;
}

/** Where a family's rules meet a method. `scale` is 1, or the scaling variable of a homogenised method: every limit, starting weight and benchmark enters as `scale` times it. */
export interface ConstraintContext {
  readonly problem: Problem;
  readonly scale: Affine;
}

/** What submission knows about a request when a family checks its rules. */
export interface RuleCheckContext {
  readonly assets: readonly AssetId[];
  readonly hasStartingPortfolio: boolean;
  readonly hasBenchmark: boolean;
  readonly short: boolean;
}

/** A family of rules: it writes them once, and they hold in every method that can carry them. One file, one line in `constraints/mod.ts`. */
export interface ConstraintFamily<Rules = unknown> {
  readonly id: ConstraintFamilyId;
  readonly documentation: { readonly title: string; readonly paragraph: string };
  /** The shape of the rules in a request, strict, with its defaults. */
  readonly rules: z.ZodType<Rules>;
  /** Whether every rule can be judged without prices or estimates. */
  readonly priceFree: boolean;
  /** What the shape cannot see: unknown assets, empty groups, a missing starting portfolio. Pointers are relative to the family's object. */
  check?(rules: Rules, context: RuleCheckContext): readonly Fault[];
  /** Adds the labelled blocks of the rules to a program. */
  constrain(program: ProgramBuilder, weights: Variables, rules: Rules, context: ConstraintContext): void;
  /** What each rule comes to, by plain arithmetic that shares nothing with `constrain`. */
  evaluate(weights: Float64Array, rules: Rules, problem: Problem): RuleValue[];
}

/** A family together with the rules of one request. */
export interface BoundRules {
  readonly id: ConstraintFamilyId;
  readonly priceFree: boolean;
  check(context: RuleCheckContext): readonly Fault[];
  constrain(program: ProgramBuilder, weights: Variables, context: ConstraintContext): void;
  evaluate(weights: Float64Array, problem: Problem): RuleValue[];
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
