import type { AssetId } from "../domain/asset.ts";
import type { Fault } from "../domain/errors.ts";
import type { Matrix } from "../domain/matrix.ts";
import type { Kernels } from "../kernels/mod.ts";
import type { Bounds } from "./program/bounds.ts";
import type { Affine, Variables } from "./program/program.ts";
import { ruleKey } from "./solution.ts";
import type { ProgramBuilder } from "./program/program_builder.ts";

/** Everything a method may know. No I/O, no request; every figure per period unless its name says annual. */
export interface Problem {
  readonly assets: readonly AssetId[];
  /** T × n simple returns; null when only moments were given. */
  readonly returns: Matrix | null;
  /** Whether the returns are scenarios, which stand in no order of time; not if absent. */
  readonly isUnordered?: boolean;
  /** How much each row of the returns counts, 1 on average; each counts 1 if absent. */
  readonly rowWeights?: Float64Array;
  readonly expectedReturns: Float64Array;
  readonly covariance: Matrix;
  readonly riskFreeRate: number;
  readonly periodsPerYear: number;
  /** Null when the run starts from cash. */
  readonly startingWeights: Float64Array | null;
  /** Sum of the sizes of starting weights in assets outside the run: they count as sold. */
  readonly startingWeightOutside: number;
  /** Whether a rule of a family allows weights below zero. */
  readonly short: boolean;
  /** The rules of the request, bound to their families, in the order of the registry. */
  readonly rules: readonly BoundRules[];
  /** Null where the run has none. */
  readonly benchmark: Benchmark | null;
  /** Those by which rules on measures of risk are expressed and judged. */
  readonly kernels: Kernels;
  /** The keys of rules that programs leave out, which are not expected to hold the answer back; none where absent. */
  readonly leftOut?: ReadonlySet<string>;
  /** Weights of a neighbouring problem: the last frontier point or window. */
  readonly warmStart: Float64Array | null;
}

/** What portfolios are measured against: weights within the run's assets, or returns on the rows of its history. */
export type Benchmark =
  | { readonly kind: "weights"; readonly weights: Float64Array }
  | { readonly kind: "series"; readonly returns: Float64Array };

/** A family of rules together with those of one request. */
export interface BoundRules {
  readonly id: string;
  /** Whether every rule can be judged without prices or estimates. */
  readonly priceFree: boolean;
  /**
   * How rules count where they conflict: each by itself, all as one, or not at all, because some rule of the family
   * holds whatever is sent, so that leaving it out is no way out.
   */
  readonly inConflict: "each" | "as_one" | "uncounted";
  /** Whether a program is much easier to solve without the rules, so that they are left out while they are kept. */
  readonly isCostly: boolean;
  /** The same of a program that is solved thousands of times, in a search over what is held. */
  readonly isCostlyInSearch: boolean;
  /** What a rule demands, as a phrase for conflicts; of all rules where they count as one and it names none. */
  describe(rule: RuleLimits): string;
  /** Whether a limit of a rule is a general one, which the rule has not of its own. */
  isGeneral(rule: string, limit: LimitName): boolean;
  /** Whether a general limit holds though it was not sent, so that leaving the rules out is no way out of it. */
  isByDefault(limit: LimitName): boolean;
  check(context: RuleCheckContext): readonly Fault[];
  /** Where rules that tie weights to the starting portfolio move those that an answer is likely to be near. */
  reach(likely: Float64Array, problem: Problem): Float64Array;
  /** Limits on sums of sizes that the rules come to where weights sum to 1, for guesses. */
  sizeLimits(problem: Problem): readonly SizeLimit[];
  constrain(program: ProgramBuilder, weights: Variables, context: ConstraintContext): void;
  /** Whether the rules take something from the expected return. */
  readonly hasCosts: boolean;
  /** What the rules take from the expected return per period, times the scale, at least; null where nothing. */
  costs(program: ProgramBuilder, weights: Variables, context: CostContext): Affine | null;
  /** What they take at given weights, by plain arithmetic. */
  costsOf(weights: Float64Array, problem: Problem): number;
  /** The part of it that is taken again in each period in which the weights are held. */
  carryOf(weights: Float64Array, run: CarryContext): number;
  evaluate(weights: Float64Array, problem: Problem): RuleValue[];
  /** The largest breach of a rule at given weights, in its own unit; 0 or less where all are kept. */
  breach(weights: Float64Array, problem: Problem): number;
  /** A subgradient, by each weight, of how far a rule is missed, which is convex in them; null where none is known. */
  slopes(weights: Float64Array, rule: string | null, problem: Problem): Float64Array | null;
  /** What the rules ask of which weights are 0; null where nothing. */
  integers(problem: Problem): IntegerRules | null;
  /** The groups of assets that the rules know, by the names that other rules may call them. */
  groups(assets: readonly AssetId[]): readonly AssetGroup[];
  /** The sums of weights times coefficients that the rules know by name; null where they know none. */
  sums(assets: readonly AssetId[]): NamedSums | null;
}

/** Sums of weights times coefficients, and what they are called together. */
export interface NamedSums {
  readonly name: "groups" | "linear" | "factors";
  readonly sums: readonly WeightedSum[];
}

/** A sum of weights times coefficients, by a name. */
export interface WeightedSum {
  readonly name: string;
  readonly coefficients: Float64Array;
}

/** Some of the assets, by a name. */
export interface AssetGroup {
  readonly name: string;
  /** 1 for the assets of the group. */
  readonly members: Float64Array;
}

/** Which weights may be 0, and how many are not. What is no 0 is held. */
export interface IntegerRules {
  /** The least size of a weight that is held; null where the rules say none. */
  readonly leastSize: number | null;
  readonly counts: readonly HeldCount[];
}

/** Limits on the number of weights of a group that are held. */
export interface HeldCount {
  readonly rule: string | null;
  /** 1 for the assets that count. */
  readonly members: Float64Array;
  readonly min: number;
  /** Infinite where there is none. */
  readonly max: number;
}

/** Σ|weight - from| ≤ max. */
export interface SizeLimit {
  readonly from: Float64Array;
  readonly max: number;
}

/** What a rule comes to at given weights. Limits are null where there is none. */
export interface RuleValue {
  readonly family: string;
  /** The group, the asset, the name of the linear rule; null where a family is one rule. */
  readonly rule: string | null;
  /** In the unit of the limits as sent. */
  readonly value: number;
  readonly min: number | null;
  readonly max: number | null;
  /** By how much a limit is missed, below 0 where none is, if that is no difference to the limits. */
  readonly missed?: number;
  /** What a difference to the limits is told in; 1 where absent. */
  readonly unit?: number;
}

/** By how much the value of a rule misses its limits, in its unit, below 0 where it does not. */
export function missedBy({ value, min, max, missed, unit = 1 }: RuleValue): number {
  return missed ?? Math.max((min ?? -Infinity) - value, value - (max ?? Infinity)) / unit;
}

/** Whether programs leave a rule out. */
export function isLeftOut({ leftOut }: Problem, { family, rule }: Pick<RuleValue, "family" | "rule">): boolean {
  return leftOut !== undefined && leftOut.has(ruleKey(family, rule));
}

/** Of the two limits that a rule may have, one. */
export type LimitName = "min" | "max";

/** A rule by its name and its limits. */
export type RuleLimits = Pick<RuleValue, "rule" | "min" | "max" | "unit">;

/**
 * Where a family's rules meet a method. `scale` is 1, or the scaling variable of a homogenised method: every limit,
 * starting weight and benchmark enters as `scale` times it.
 */
export interface ConstraintContext {
  readonly problem: Problem;
  readonly scale: Affine;
  /** Whether rules are looked at without the bounds of weights, so that some are below 0 though none may be. */
  readonly withoutBounds: boolean;
}

/** Where a family's costs meet a method. */
export type CostContext = Omit<ConstraintContext, "withoutBounds">;

/** What the costs of holding weights follow from. */
export type CarryContext = Pick<Problem, "assets" | "periodsPerYear">;

/** What submission knows about a request when a family checks its rules. */
export interface RuleCheckContext {
  readonly assets: readonly AssetId[];
  readonly hasStartingPortfolio: boolean;
  readonly hasBenchmark: boolean;
  readonly hasHistory: boolean;
  /** Whether estimates are made by pairs, so that the returns of all assets on the same days are not used. */
  readonly isByPairs?: boolean;
  /** Whether the returns are scenarios, which stand in no order of time; not if absent. */
  readonly isUnordered?: boolean;
  /** Whether the returns are scenarios that are not equally likely; not if absent. */
  readonly isWeighted?: boolean;
  /** What the run is compared with; absent or null where it is not known, or the run has none. */
  readonly benchmark?: { readonly kind: string } | null;
  readonly short: boolean;
  /** The other rules of the request; nothing is checked against them where they are not given. */
  readonly otherRules?: RulesBeside;
}

/** What a family may know of the rules that stand beside its own. */
export interface RulesBeside {
  readonly groups: readonly AssetGroup[];
  /** Between what each weight is, infinite where the rules leave it open. */
  readonly bounds: Bounds;
}
