import type { AssetId } from "../domain/asset.ts";
import type { Fault } from "../domain/errors.ts";
import type { Matrix } from "../domain/matrix.ts";
import type { Kernels } from "../kernels/mod.ts";
import type { Bounds } from "./program/bounds.ts";
import type { Affine, Variables } from "./program/program.ts";
import { ruleKey } from "./solution.ts";
import type { ProgramBuilder } from "./program/program_builder.ts";

/**
 * The data from which a method computes weights, without I/O and without the request. Every figure is per period unless
 * its name says annual.
 */
export interface Problem {
  readonly assets: readonly AssetId[];
  /** Simple returns, T × n; null if the run has only moments. */
  readonly returns: Matrix | null;
  /** Whether the rows of the returns are scenarios, which have no order of time. False if absent. */
  readonly isUnordered?: boolean;
  /** Weight of each row of the returns, 1 on average. Every row has the weight 1 if absent. */
  readonly rowWeights?: Float64Array;
  readonly expectedReturns: Float64Array;
  readonly covariance: Matrix;
  readonly riskFreeRate: number;
  readonly periodsPerYear: number;
  /** Weights of the starting portfolio; null if the run starts from cash. */
  readonly startingWeights: Float64Array | null;
  /** Sum of the absolute starting weights of assets outside the run. These holdings count as sold. */
  readonly startingWeightOutside: number;
  /** Whether the rules allow weights below 0. */
  readonly short: boolean;
  /** The rules of the request, bound to their families, in the order of `CONSTRAINT_FAMILIES`. */
  readonly rules: readonly BoundRules[];
  /** The benchmark of the run; null if it has none. */
  readonly benchmark: Benchmark | null;
  /** The numeric kernels that express and evaluate the rules on measures of risk. */
  readonly kernels: Kernels;
  /** Keys of the rules that programs leave out because they are probably inactive. None if absent. */
  readonly leftOut?: ReadonlySet<string>;
  /**
   * Optimal weights of a neighbouring problem, for example the last frontier point or window, from which a solver
   * starts.
   */
  readonly warmStart: Float64Array | null;
}

/** The benchmark: weights of the run's assets, or one return for each row of the history. */
export type Benchmark =
  | { readonly kind: "weights"; readonly weights: Float64Array }
  | { readonly kind: "series"; readonly returns: Float64Array };

/** A constraint family bound to its rules in one request. */
export interface BoundRules {
  readonly id: string;
  /** Whether every rule can be judged without prices or estimates. */
  readonly priceFree: boolean;
  /**
   * How a report of conflicting rules lists this family: rule by rule, all its rules as one, or not at all. A family is
   * `uncounted` if a default rule holds in place of the sent one: to leave out the sent rule then resolves no conflict.
   */
  readonly inConflict: "each" | "as_one" | "uncounted";
  /**
   * Whether a program is much faster to solve without these rules. Programs then leave them out until the weights found
   * break one.
   */
  readonly isCostly: boolean;
  /** The same for the programs of a branch-and-bound search over the held assets, of which there are thousands. */
  readonly isCostlyInSearch: boolean;
  /**
   * Describes a rule as a phrase in a report of conflicting rules. Describes all rules of the family together if they
   * count as one and `rule.rule` is null.
   */
  describe(rule: RuleLimits): string;
  /**
   * Whether a limit of a rule is not its own but the family's general limit, which holds for every weight without its
   * own.
   */
  isGeneral(rule: string, limit: LimitName): boolean;
  /** Whether a general limit holds by default, without being sent. To leave out the rules then does not remove it. */
  isByDefault(limit: LimitName): boolean;
  check(context: RuleCheckContext): readonly Fault[];
  /** Moves a guess of the weights to where rules on the starting portfolio, such as turnover, allow it to be. */
  reach(likely: Float64Array, problem: Problem): Float64Array;
  /**
   * Limits of the form Σ |weight - from| ≤ max that the rules imply for weights that sum to 1. A starting guess uses
   * them.
   */
  sizeLimits(problem: Problem): readonly SizeLimit[];
  constrain(program: ProgramBuilder, weights: Variables, context: ConstraintContext): void;
  /** Whether the rules subtract costs from the expected return. */
  readonly hasCosts: boolean;
  /**
   * Returns an expression that is at least the costs per period times the scale, and equal to them at an optimum. Null
   * without costs.
   */
  costs(program: ProgramBuilder, weights: Variables, context: CostContext): Affine | null;
  /** The costs per period at given weights, by plain arithmetic. */
  costsOf(weights: Float64Array, problem: Problem): number;
  /** The costs of holding the weights for one more period, such as borrow fees. */
  carryOf(weights: Float64Array, run: CarryContext): number;
  evaluate(weights: Float64Array, problem: Problem): RuleValue[];
  /**
   * The largest breach of a rule at given weights, in the unit of that rule; 0 or less if the weights keep all rules.
   */
  breach(weights: Float64Array, problem: Problem): number;
  /**
   * A subgradient of the breach of a rule with respect to the weights, where the breach is convex in them; null if none
   * is known.
   */
  slopes(weights: Float64Array, rule: string | null, problem: Problem): Float64Array | null;
  /** The conditions of the rules on which weights are 0; null if there are none. */
  integers(problem: Problem): IntegerRules | null;
  /** The groups of assets that the rules define, under the names by which other rules refer to them. */
  groups(assets: readonly AssetId[]): readonly AssetGroup[];
  /** The named linear functions of the weights that the rules define; null if they define none. */
  sums(assets: readonly AssetId[]): NamedSums | null;
}

/** Named linear functions of the weights, with a name for their kind. */
export interface NamedSums {
  readonly name: "groups" | "linear" | "factors";
  readonly sums: readonly WeightedSum[];
}

/** A linear function of the weights: the sum of the weights times `coefficients`. */
export interface WeightedSum {
  readonly name: string;
  readonly coefficients: Float64Array;
}

/** A named subset of the assets. */
export interface AssetGroup {
  readonly name: string;
  /** 1 for each asset of the group, 0 for every other asset. */
  readonly members: Float64Array;
}

/** Conditions on which weights are 0. An asset is held if its weight is not 0. */
export interface IntegerRules {
  /** Smallest absolute weight of a held asset; null if the rules set none. */
  readonly leastSize: number | null;
  readonly counts: readonly HeldCount[];
}

/** Limits on the number of held assets in a group. */
export interface HeldCount {
  readonly rule: string | null;
  /** 1 for each asset that counts, 0 for every other asset. */
  readonly members: Float64Array;
  readonly min: number;
  /** Infinite without an upper limit. */
  readonly max: number;
}

/** The limit Σ |weight - from| ≤ max. */
export interface SizeLimit {
  readonly from: Float64Array;
  readonly max: number;
}

/** The value of a rule at given weights, with its limits. A limit that the rule does not have is null. */
export interface RuleValue {
  readonly family: string;
  /** The name of the rule, for example a group or an asset; null if the family is a single rule. */
  readonly rule: string | null;
  /** Value in the unit of the limits as sent. */
  readonly value: number;
  readonly min: number | null;
  readonly max: number | null;
  /**
   * Breach of the limits, negative if the weights keep them. Present only if it is not the difference of value and
   * limit.
   */
  readonly missed?: number;
  /** Unit by which the difference between value and limit is divided; 1 if absent. */
  readonly unit?: number;
}

/** The breach of a rule's limits, in the unit of the rule; negative if the value keeps them. */
export function missedBy({ value, min, max, missed, unit = 1 }: RuleValue): number {
  return missed ?? Math.max((min ?? -Infinity) - value, value - (max ?? Infinity)) / unit;
}

/** Whether programs leave out a rule as probably inactive. */
export function isLeftOut({ leftOut }: Problem, { family, rule }: Pick<RuleValue, "family" | "rule">): boolean {
  return leftOut !== undefined && leftOut.has(ruleKey(family, rule));
}

/** The name of one of the two limits of a rule. */
export type LimitName = "min" | "max";

/** The name and the limits of a rule. */
export type RuleLimits = Pick<RuleValue, "rule" | "min" | "max" | "unit">;

/**
 * The context in which a family adds its rules to a program. `scale` is 1, or the scaling variable of a homogenised
 * program (Charnes and Cooper 1962). Every limit, starting weight and benchmark weight enters the program times
 * `scale`.
 */
export interface ConstraintContext {
  readonly problem: Problem;
  readonly scale: Affine;
  /**
   * Whether the program leaves out the bounds of the weights, so that weights may be negative even in a long-only
   * problem.
   */
  readonly withoutBounds: boolean;
}

/** The context in which a family adds its costs to a program. */
export type CostContext = Omit<ConstraintContext, "withoutBounds">;

/** The data from which the costs of holding weights are computed. */
export type CarryContext = Pick<Problem, "assets" | "periodsPerYear">;

/** The facts of a request that are known when a family checks its rules at submission. */
export interface RuleCheckContext {
  readonly assets: readonly AssetId[];
  readonly hasStartingPortfolio: boolean;
  readonly hasBenchmark: boolean;
  readonly hasHistory: boolean;
  /**
   * Whether each covariance is estimated from the days that its two assets share. Rules that need the returns of all
   * assets on the same days are then refused.
   */
  readonly isByPairs?: boolean;
  /** Whether the rows of the returns are scenarios, which have no order of time. False if absent. */
  readonly isUnordered?: boolean;
  /** Whether the returns are scenarios with unequal probabilities. False if absent. */
  readonly isWeighted?: boolean;
  /** The benchmark of the run; absent or null if it is not known or the run has none. */
  readonly benchmark?: { readonly kind: string } | null;
  readonly short: boolean;
  /** The other rules of the request. If absent, the family does not check its rules against them. */
  readonly otherRules?: RulesBeside;
}

/** Facts about the other rules of a request that a family may use. */
export interface RulesBeside {
  readonly groups: readonly AssetGroup[];
  /** The bounds of each weight, infinite where the rules set none. */
  readonly bounds: Bounds;
}
