import type { z } from "zod";
import type { AssetId } from "../../domain/asset.ts";
import type { Doubt } from "../../domain/doubt.ts";
import type { Documentation } from "../../domain/documentation.ts";
import type { Fault } from "../../domain/errors.ts";
import {
  type AssetGroup,
  type BoundRules,
  type CarryContext,
  type ConstraintContext,
  type CostContext,
  type IntegerRules,
  isLeftOut,
  type LimitName,
  missedBy,
  type NamedSums,
  type Problem,
  type RuleCheckContext,
  type RuleLimits,
  type RuleValue,
  type SizeLimit,
} from "../problem.ts";
import type { Bounds } from "../program/bounds.ts";
import type { Affine, Variables } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";

/**
 * What a method must support to enforce rules: bounds of single weights; rows that are affine in the weights; rows on
 * the sizes of long and short weights; other convex rules; costs that are subtracted from the expected return;
 * conditions on which weights are 0. A method names the kinds that it supports, and no family.
 */
export type RuleKind = "bounds" | "affine" | "long_short" | "convex" | "costs" | "integers";

/** A reference to a saved classification map. `pointer` is relative to the family's object. */
export interface SavedMapPlace {
  readonly pointer: string;
  readonly mapId: string;
}

/**
 * A constraint family: it adds its rules to a program and evaluates them, for every method that supports their kind.
 * Each has one file and one line in `constraints/mod.ts`.
 */
export interface ConstraintFamily<Rules = unknown> {
  readonly id: string;
  readonly kind: RuleKind;
  /** Whether the limits are fractions of wealth or returns, which are shown in percent, or numbers of another unit. */
  readonly limitsIn: "fraction" | "number";
  readonly documentation: Documentation;
  /** Strict schema of the rules in a request, with defaults. */
  readonly rules: z.ZodType<Rules>;
  /** The rules that hold if a request does not name the family. */
  readonly defaultRule?: Rules;
  /** Whether the rules depend on the holdings before a trade. False if absent. */
  readonly ofHoldings?: true;
  /** Whether every rule can be judged without prices or estimates. */
  readonly priceFree: boolean;
  readonly inConflict: BoundRules["inConflict"];
  /**
   * Whether a program is much faster to solve without these rules. `constrain` then skips the rules that a problem
   * leaves out.
   */
  readonly isCostly?: boolean;
  /**
   * Whether the programs of a branch-and-bound search over the held assets, of which there are thousands, are much
   * faster to solve without these rules. Equal to `isCostly` if absent.
   */
  readonly isCostlyInSearch?: boolean;
  /** Whether the rules allow weights below 0. They do not if absent. */
  allowsShort?(rules: Rules): boolean;
  /** The references to saved classification maps in rules as sent, before the schema has checked them. */
  savedMaps?(sent: unknown): readonly SavedMapPlace[];
  /** Returns the rules with each saved map in place of its id. An id stays if `mapOf` returns null. */
  withSavedMaps?(rules: Rules, mapOf: (mapId: string) => Readonly<Record<string, string>> | null): Rules;
  /**
   * Checks the rules against the request, beyond their schema: unknown assets, empty groups, a missing starting
   * portfolio. Pointers are relative to the family's object.
   */
  check?(rules: Rules, context: RuleCheckContext): readonly Fault[];
  /**
   * Returns the doubts about rules that may mean something else than the caller intends. `pointer` is the place of the
   * family's object in a body.
   */
  doubts?(rules: Rules, run: { readonly assets: readonly AssetId[]; readonly pointer: string }): readonly Doubt[];
  /** The pointer to a rule within the family's object. The object itself is the place if absent. */
  pointerOf?(rule: string, rules: Rules): string;
  /**
   * Describes a rule as a phrase in a report of conflicting rules. Describes all rules of the family together if they
   * count as one and `rule.rule` is null.
   */
  describe(rule: RuleLimits): string;
  /**
   * Whether a limit of a rule is the one that the family sets for all rules, such as a bound of every weight, and not
   * the rule's own.
   */
  isGeneral?(rule: string, limit: LimitName, rules: Rules): boolean;
  /**
   * Whether the limit that the family sets for all rules holds by default, without being sent. To leave out the rules
   * then does not remove it.
   */
  isByDefault?(limit: LimitName, rules: Rules): boolean;
  /** Moves a guess of the weights to where rules on the starting portfolio, such as turnover, allow it to be. */
  reach?(likely: Float64Array, rules: Rules, problem: Problem): Float64Array;
  /**
   * Limits of the form Σ |weight - from| ≤ max that the rules imply for weights that sum to 1. A starting guess uses
   * them.
   */
  sizeLimits?(rules: Rules, problem: Problem): readonly SizeLimit[];
  /** Adds the rows of the rules to a program, labelled by rule. */
  constrain(program: ProgramBuilder, weights: Variables, rules: Rules, context: ConstraintContext): void;
  /**
   * Returns an expression that is at least the costs per period times the scale, and equal to them where the objective
   * or a row minimises it. Null without costs.
   */
  costs?(program: ProgramBuilder, weights: Variables, rules: Rules, context: CostContext): Affine | null;
  /** Whether the rules act only through the expected return. They then do not change weights of least risk. */
  unweighed?(rules: Rules): boolean;
  /** Whether the rules have costs. If absent, they do exactly if the family has `costs`. */
  hasCosts?(rules: Rules): boolean;
  /** The costs per period at given weights, by plain arithmetic that shares no code with `costs`. */
  costsOf?(weights: Float64Array, rules: Rules, problem: Problem): number;
  /** The costs of holding the weights for one more period, such as borrow fees. */
  carryOf?(weights: Float64Array, rules: Rules, run: CarryContext): number;
  /** The value of each rule, by plain arithmetic that shares no code with `constrain`. */
  evaluate(weights: Float64Array, rules: Rules, problem: Problem): RuleValue[];
  /**
   * A subgradient of the breach of a rule with respect to the weights, where the breach is convex in them; null if
   * there is none.
   */
  slopes?(weights: Float64Array, rule: string | null, rules: Rules, problem: Problem): Float64Array | null;
  /**
   * The conditions of the rules on which weights are 0. No program contains them: branch and bound searches over the
   * held assets.
   */
  integers?(rules: Rules, problem: Problem): IntegerRules;
  /** The groups of assets that the rules define, under the names by which other rules refer to them. */
  groups?(rules: Rules, assets: readonly AssetId[]): readonly AssetGroup[];
  /** The named linear functions of the weights that the rules define. */
  sums?(rules: Rules, assets: readonly AssetId[]): NamedSums;
  /** The bounds that these rules alone imply for each weight, infinite where they imply none. */
  weightLimits?(rules: Rules, run: Pick<Problem, "assets" | "short">): Bounds;
  /** Computes the largest breach more exactly or faster than from values and limits; null if it cannot. */
  breach?(weights: Float64Array, rules: Rules, problem: Problem): number | null;
}

/** Binds a family to rules that its schema has parsed. */
export function bindRules<Rules>(family: ConstraintFamily<Rules>, rules: Rules): BoundRules {
  return {
    id: family.id,
    priceFree: family.priceFree,
    inConflict: family.inConflict,
    isCostly: family.isCostly ?? false,
    isCostlyInSearch: family.isCostlyInSearch ?? family.isCostly ?? false,
    describe: (rule) => family.describe(rule),
    isGeneral: (rule, limit) => family.isGeneral?.(rule, limit, rules) ?? false,
    isByDefault: (limit) => family.isByDefault?.(limit, rules) ?? false,
    check: (context) => family.check?.(rules, context) ?? [],
    reach: (likely, problem) => family.reach?.(likely, rules, problem) ?? likely,
    sizeLimits: (problem) => family.sizeLimits?.(rules, problem) ?? [],
    constrain: (program, weights, context) => family.constrain(program, weights, rules, context),
    hasCosts: family.hasCosts?.(rules) ?? family.costs !== undefined,
    costs: (program, weights, context) => family.costs?.(program, weights, rules, context) ?? null,
    costsOf: (weights, problem) => family.costsOf?.(weights, rules, problem) ?? 0,
    carryOf: (weights, run) => family.carryOf?.(weights, rules, run) ?? 0,
    evaluate: (weights, problem) => family.evaluate(weights, rules, problem),
    slopes: (weights, rule, problem) => family.slopes?.(weights, rule, rules, problem) ?? null,
    integers: (problem) => family.integers?.(rules, problem) ?? null,
    groups: (assets) => family.groups?.(rules, assets) ?? [],
    sums: (assets) => family.sums?.(rules, assets) ?? null,
    breach: (weights, problem) =>
      family.breach?.(weights, rules, problem) ??
        breachOf(family.evaluate(weights, rules, problem).filter((value) => !isLeftOut(problem, value))),
  };
}

function breachOf(values: readonly RuleValue[]): number {
  return values.reduce((worst, value) => Math.max(worst, missedBy(value)), -Infinity);
}
