import type { z } from "zod";
import type { Documentation } from "../../domain/documentation.ts";
import type { Matrix } from "../../domain/matrix.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { Problem } from "../problem.ts";
import type { Affine, Variables } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";

/** A convex measure of risk ρ, for all methods, limits and reports. Each has one file and one line in `risk/mod.ts`. */
export interface RiskMeasure<Parameters = unknown> {
  /** The id of the measure in requests. */
  readonly id: string;
  /** The name of an objective whose value is the measure. */
  readonly name: string;
  readonly documentation: Documentation;
  /** Strict schema of the parameters, with defaults. */
  readonly parameters: z.ZodType<Parameters>;
  /** Whether the measure is computed from the rows of the history and not from moments. */
  readonly needsHistory: boolean;
  /** Whether the measure is at least 0 for all weights, so that weights with a measure of 0 are optimal. */
  readonly isNeverNegative?: true;
  /** Degree p of homogeneity: ρ(k w) = k^p ρ(w) for k > 0; 1 if absent. */
  readonly degree?: 2;
  /**
   * Whether the measure is reported per year, as the value per period times the root of the periods per year. It is
   * reported per period if absent.
   */
  readonly isAnnual?: boolean;
  /**
   * Whether the measure depends on the order of the whole history, as drawdowns do, and is neither annual nor per
   * period.
   */
  readonly isOfHistory?: true;
  /** Whether the measure supports row weights. A measure of moments does not need them. */
  readonly weighsRows?: true;
  /**
   * Adds the measure to a program as an expression of one entry, to be minimised, bounded, or divided by. The
   * expression is at least scale × ρ(weights / scale) / unit, and equal to it once the variables are settled.
   */
  express(program: ProgramBuilder, weights: Variables, at: RiskContext<Parameters>): Affine;
  /**
   * Adds half the square of ρ / unit to the objective, or half of ρ / unit² if the degree is 2. Only for minimisation,
   * and present only if a program with that objective is better than one with the expression.
   */
  minimise?(program: ProgramBuilder, weights: Variables, at: RiskContext<Parameters>): void;
  /**
   * An expression like that of `express`, valid only where the program minimises it alone and no rules say which
   * weights are 0. Present only if the program with it is the better one.
   */
  expressAlone?(program: ProgramBuilder, weights: Variables, at: RiskContext<Parameters>): Affine;
  /** The measure of a portfolio, per period. */
  value(weights: Float64Array, at: RiskSource<Parameters>): number;
  /**
   * A subgradient with respect to the weights; null if there is none. For weights that sum to 1 its product with the
   * weights is degree × measure (Euler).
   */
  gradient(weights: Float64Array, at: RiskSource<Parameters>): Float64Array | null;
}

/** The inputs of a measure. */
export interface RiskSource<Parameters> {
  readonly problem: Problem;
  readonly parameters: Parameters;
  readonly kernels: Kernels;
}

/** The context in which a measure adds its variables and rows to a program. */
export interface RiskContext<Parameters> extends RiskSource<Parameters> {
  /** Unit of returns in the program: the tolerances of a solver then mean the same for every history. */
  readonly unit: number;
  /** The constant 1, or the scaling variable of a homogenised program. */
  readonly scale: Affine;
}

/** Returns the requirements of a measure on the returns of a run, in the form of a method's needs. */
export function needsOfMeasure(
  { needsHistory, isOfHistory, weighsRows }: Pick<
    RiskMeasure,
    "needsHistory" | "isOfHistory" | "weighsRows"
  >,
): { readonly history: boolean; readonly dates: boolean; readonly equalRows: boolean } {
  return { history: needsHistory, dates: isOfHistory ?? false, equalRows: needsHistory && weighsRows !== true };
}

/** Returns the returns of a problem. Throws a RangeError if the problem has only moments. */
export function historyOf({ returns }: Problem): Matrix {
  if (returns === null) throw new RangeError("The measure needs a history of returns");
  return returns;
}
