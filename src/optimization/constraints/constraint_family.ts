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
 * What rules ask of a method that enforces them: limits on single weights; rows that are affine in the weights; rows on
 * the sizes of long and short weights; convex rules of any other kind; costs that are taken from the expected return;
 * whole numbers. A method says which of them it can carry, and no family by name.
 */
export type RuleKind = "bounds" | "affine" | "long_short" | "convex" | "costs" | "integers";

/** Where a saved classification map is named, its pointer relative to the family's object. */
export interface SavedMapPlace {
  readonly pointer: string;
  readonly mapId: string;
}

/**
 * A family of rules: it writes them once, and they hold in every method that can carry them. One file, one line in
 * `constraints/mod.ts`.
 */
export interface ConstraintFamily<Rules = unknown> {
  readonly id: string;
  readonly kind: RuleKind;
  /** Whether limits are fractions, of wealth or of returns, which are shown in percent, or numbers of another unit. */
  readonly limitsIn: "fraction" | "number";
  readonly documentation: Documentation;
  /** The shape of the rules in a request, strict, with its defaults. */
  readonly rules: z.ZodType<Rules>;
  /** What holds where a request does not name the family. */
  readonly defaultRule?: Rules;
  /** Whether the rules look at what is held before a trade; they do not where absent. */
  readonly ofHoldings?: true;
  /** Whether every rule can be judged without prices or estimates. */
  readonly priceFree: boolean;
  readonly inConflict: BoundRules["inConflict"];
  /** Whether a program is much easier to solve without the rules; `constrain` then adds none that is left out. */
  readonly isCostly?: boolean;
  /** The same of a program that is solved thousands of times, in a search over what is held. */
  readonly isCostlyInSearch?: boolean;
  /** Whether the rules allow weights below 0; they do not where absent. */
  allowsShort?(rules: Rules): boolean;
  /** The saved classification maps that rules name as they were sent, of whatever shape they are. */
  savedMaps?(sent: unknown): readonly SavedMapPlace[];
  /** The rules with what a saved map says in the place of its id, which stays where that is null. */
  withSavedMaps?(rules: Rules, mapOf: (mapId: string) => Readonly<Record<string, string>> | null): Rules;
  /**
   * What the shape cannot see: unknown assets, empty groups, a missing starting portfolio. Pointers are relative to the
   * family's object.
   */
  check?(rules: Rules, context: RuleCheckContext): readonly Fault[];
  /** What the rules were taken for where more may be meant. `pointer` is the place of the family's object in a body. */
  doubts?(rules: Rules, run: { readonly assets: readonly AssetId[]; readonly pointer: string }): readonly Doubt[];
  /** Where a rule stands within the family's own object, which it is itself where absent. */
  pointerOf?(rule: string, rules: Rules): string;
  /** What a rule demands, as a phrase for conflicts; of all rules where they count as one and it names none. */
  describe(rule: RuleLimits): string;
  /** Whether a limit of a rule is a general one, which the rule has not of its own. */
  isGeneral?(rule: string, limit: LimitName, rules: Rules): boolean;
  /** Whether a general limit holds though the rules do not name it, so that leaving them out is no way out of it. */
  isByDefault?(limit: LimitName, rules: Rules): boolean;
  /** Where rules that tie weights to the starting portfolio move those that an answer is likely to be near. */
  reach?(likely: Float64Array, rules: Rules, problem: Problem): Float64Array;
  /** Limits on sums of sizes that the rules come to where weights sum to 1, for guesses. */
  sizeLimits?(rules: Rules, problem: Problem): readonly SizeLimit[];
  /** Adds the labelled blocks of the rules to a program. */
  constrain(program: ProgramBuilder, weights: Variables, rules: Rules, context: ConstraintContext): void;
  /**
   * What the rules take from the expected return per period, times the scale: an expression that is at least so much,
   * and that where it is pressed down; null where they take nothing.
   */
  costs?(program: ProgramBuilder, weights: Variables, rules: Rules, context: CostContext): Affine | null;
  /** Whether the rules count only where an expected return does, so that they move no weights of least risk alone. */
  unweighed?(rules: Rules): boolean;
  /** Whether they take something; they do where `costs` is there if this function is absent. */
  hasCosts?(rules: Rules): boolean;
  /** What they take at given weights, by plain arithmetic that shares nothing with `costs`. */
  costsOf?(weights: Float64Array, rules: Rules, problem: Problem): number;
  /** The part of it that is taken again in each period in which the weights are held. */
  carryOf?(weights: Float64Array, rules: Rules, run: CarryContext): number;
  /** What each rule comes to, by plain arithmetic that shares nothing with `constrain`. */
  evaluate(weights: Float64Array, rules: Rules, problem: Problem): RuleValue[];
  /** A subgradient, by each weight, of how far a rule is missed, where that is convex in them; null where none is. */
  slopes?(weights: Float64Array, rule: string | null, rules: Rules, problem: Problem): Float64Array | null;
  /** What the rules ask of which weights are 0. They are in no program: who solves one searches over what is held. */
  integers?(rules: Rules, problem: Problem): IntegerRules;
  /** The groups of assets that the rules know, by the names that other rules may call them. */
  groups?(rules: Rules, assets: readonly AssetId[]): readonly AssetGroup[];
  /** The sums of weights times coefficients that the rules know by name. */
  sums?(rules: Rules, assets: readonly AssetId[]): NamedSums;
  /** Between what the rules alone keep each weight, infinite where they leave it open. */
  weightLimits?(rules: Rules, run: Pick<Problem, "assets" | "short">): Bounds;
  /** The largest breach, where there is a better way, or a faster one, than by values and limits; else null. */
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
