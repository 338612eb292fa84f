import type { AssetId } from "../domain/asset.ts";
import type { PeriodsPerYear } from "../domain/frequency.ts";
import type { Matrix } from "../domain/matrix.ts";
import type { BoundRules } from "./constraints/constraint_family.ts";

/** Everything a method may know. No I/O, no request; every figure per period unless its name says annual. */
export interface Problem {
  readonly assets: readonly AssetId[];
  /** T × n simple returns; null when only moments were given. */
  readonly returns: Matrix | null;
  readonly expectedReturns: Float64Array;
  readonly covariance: Matrix;
  readonly riskFreeRate: number;
  readonly periodsPerYear: PeriodsPerYear;
  /** Null when the run starts from cash. */
  readonly startingWeights: Float64Array | null;
  /** Sum of the sizes of starting weights in assets outside the run: they count as sold. */
  readonly startingWeightOutside: number;
  /** Whether `exposure.short` allows weights below zero. */
  readonly short: boolean;
  /** The rules of the request, bound to their families, in the order of the registry. */
  readonly rules: readonly BoundRules[];
  /** Weights of a neighbouring problem: the last frontier point or window. */
  readonly warmStart: Float64Array | null;
}
