import type { z } from "zod";
import type { Documentation } from "../../domain/documentation.ts";
import type { Matrix } from "../../domain/matrix.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { Problem } from "../problem.ts";
import type { Affine, Variables } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";

/** A measure of risk, for every method, limit and report that has it: one file, one line in `risk/mod.ts`. */
export interface RiskMeasure<Parameters = unknown> {
  /** Its word in requests. */
  readonly id: string;
  /** The word of objectives that are its value. */
  readonly name: string;
  readonly documentation: Documentation;
  /** Those it has, strict, with their defaults. */
  readonly parameters: z.ZodType<Parameters>;
  /** Whether it is one of returns, row by row; moments are not enough then. */
  readonly needsHistory: boolean;
  /** Whether it is at least 0 whatever the weights, so that none are better than some of which it is 0. */
  readonly isNeverNegative?: true;
  /** That of k in the measure of k times the weights, k > 0; 1 if absent. */
  readonly degree?: 2;
  /** Whether it is told of a year, the root of the periods times what it is of one, which is what is told if absent. */
  readonly isAnnual?: boolean;
  /** Whether its figures are of the whole history, as drawdowns are: neither annual nor per period. */
  readonly isOfHistory?: true;
  /** Whether it weighs the rows of returns by their probabilities; one of moments need not. */
  readonly weighsRows?: true;
  /**
   * Adds the measure to a program as an expression to be minimised, bounded, or divided by, one entry: at least scale ×
   * ρ(weights / scale) / unit, and that where its variables are settled.
   */
  express(program: ProgramBuilder, weights: Variables, at: RiskContext<Parameters>): Affine;
  /**
   * Adds half the square of measure / unit to the objective, or half of measure / unit² where the degree is two: for
   * who only minimises, if it is the better program.
   */
  minimise?(program: ProgramBuilder, weights: Variables, at: RiskContext<Parameters>): void;
  /** The same for who minimises it and has no whole numbers in the rules, if it is the better program. */
  expressAlone?(program: ProgramBuilder, weights: Variables, at: RiskContext<Parameters>): Affine;
  /** The measure of the portfolio, per period. */
  value(weights: Float64Array, at: RiskSource<Parameters>): number;
  /** A subgradient by each weight; with the weights it sums to degree × measure (Euler). Null where there is none. */
  gradient(weights: Float64Array, at: RiskSource<Parameters>): Float64Array | null;
}

/** What a measure is taken of. */
export interface RiskSource<Parameters> {
  readonly problem: Problem;
  readonly parameters: Parameters;
  readonly kernels: Kernels;
}

/** Where a measure meets a program. */
export interface RiskContext<Parameters> extends RiskSource<Parameters> {
  /** The size of returns: what a solver calls small is then small for any history. */
  readonly unit: number;
  /** The constant 1, or the scaling variable. */
  readonly scale: Affine;
}

/** What a measure asks of the returns of a run, as methods do that are of it. */
export function needsOfMeasure(
  { needsHistory, isOfHistory, weighsRows }: Pick<
    RiskMeasure,
    "needsHistory" | "isOfHistory" | "weighsRows"
  >,
): { readonly history: boolean; readonly dates: boolean; readonly equalRows: boolean } {
  return { history: needsHistory, dates: isOfHistory ?? false, equalRows: needsHistory && weighsRows !== true };
}

/** The returns of a problem. Throws a RangeError where it has moments alone. */
export function historyOf({ returns }: Problem): Matrix {
  if (returns === null) throw new RangeError("The measure needs a history of returns");
  return returns;
}
