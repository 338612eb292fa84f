import { certify } from "./certify.ts";
import { type Point, settled } from "../program/point.ts";
import { meets, type Residuals } from "./proof.ts";
import { provesInfeasible } from "./proves_infeasible.ts";
import type { Program } from "../program/program.ts";

/**
 * The answer to a program. `not_proven` carries the best point, if there is one; its residuals do not meet the proof.
 */
export interface ProgramAnswer {
  readonly status: "optimal" | "not_proven" | "infeasible" | "unbounded";
  readonly point: Point | null;
  readonly residuals: Residuals | null;
  readonly solver: string;
  readonly iterations: number;
  /**
   * Whether a solver found the limits contradictory, but its multipliers do not prove it. False for all proven answers.
   */
  readonly isContradicted: boolean;
}

/** An answer with a point. */
export interface JudgedAnswer extends ProgramAnswer {
  readonly point: Point;
  readonly residuals: Residuals;
}

/**
 * Certifies a point, after setting the variables that others determine. `tangentAt` is the point to which the
 * multipliers belong, if it is another one.
 */
export function judged(
  program: Program,
  point: Point,
  { solver, iterations }: Pick<ProgramAnswer, "solver" | "iterations">,
  tangentAt?: Float64Array,
): JudgedAnswer {
  const shown = settled(program, point);
  return withCertificate({ point: shown, residuals: certify(program, shown, tangentAt) }, { solver, iterations });
}

/** Returns the answer for a point and its residuals: `optimal` if they meet the proof, otherwise `not_proven`. */
export function withCertificate(
  { point, residuals }: Pick<JudgedAnswer, "point" | "residuals">,
  { solver, iterations }: Pick<ProgramAnswer, "solver" | "iterations">,
): JudgedAnswer {
  const status = meets(residuals) ? "optimal" : "not_proven";
  return { status, point, residuals, solver, iterations, isContradicted: false };
}

/** Returns an answer without a point. */
export function withoutPoint(
  status: "infeasible" | "unbounded" | "not_proven",
  solver: string,
  iterations: number,
): ProgramAnswer {
  return { status, point: null, residuals: null, solver, iterations, isContradicted: false };
}

/**
 * Returns the answer for a solver's claim that limits contradict each other: `infeasible` if the multipliers prove it,
 * otherwise `not_proven`.
 */
export function contradicted(
  program: Program,
  multipliers: Float64Array,
  { solver, iterations }: Pick<ProgramAnswer, "solver" | "iterations">,
): ProgramAnswer {
  if (provesInfeasible(program, multipliers)) return withoutPoint("infeasible", solver, iterations);
  return { ...withoutPoint("not_proven", solver, iterations), isContradicted: true };
}
