import type { Matrix } from "../../domain/matrix.ts";
import type { Core } from "../../kernels/types.ts";
import type { ProgramBuilder, Variables } from "../program/program.ts";
import type { ObjectiveName } from "../solution.ts";

/** A measure of risk over T equally likely rows of returns: written once, for every method that has it. Its parameters are those of the methods. */
export interface RiskMeasure<Parameters = unknown> {
  readonly objectiveName: ObjectiveName;
  /** Adds to a program the least value of the measure's objective, for returns divided by `unit`. Answers how to complete a guess of the weights. */
  minimise(program: ProgramBuilder, weights: Variables, history: History<Parameters>): CompleteGuess;
  /** The measure of a series of returns. */
  value(series: Float64Array, parameters: Parameters, core: Core): number;
  /** Derivative of the measure by the program's objective, where the measure has the value given. */
  slope(value: number): number;
  /** A subgradient of the measure by each weight; with the weights it sums to the measure (Euler). */
  gradient(returns: Matrix, series: Float64Array, parameters: Parameters, core: Core): Float64Array;
}

/** What a measure is taken of. */
export interface History<Parameters> {
  readonly returns: Matrix;
  /** The size of the returns: what a solver calls small is then small for any history. */
  readonly unit: number;
  readonly parameters: Parameters;
}

/** Fills in a measure's own variables at given weights, so that a guess of the weights is one of the program. */
export type CompleteGuess = (guess: Float64Array) => void;
