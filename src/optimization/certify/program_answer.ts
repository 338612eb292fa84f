import { certify } from "./certify.ts";
import { type Point, settled } from "../program/point.ts";
import { meets, type Residuals } from "./proof.ts";
import { provesInfeasible } from "./proves_infeasible.ts";
import type { Program } from "../program/program.ts";

/** What came of a program. `not_proven` carries the best point found, if any, whose residuals do not meet the proof. */
export interface ProgramAnswer {
  readonly status: "optimal" | "not_proven" | "infeasible" | "unbounded";
  readonly point: Point | null;
  readonly residuals: Residuals | null;
  readonly solver: string;
  readonly iterations: number;
  /** Of an answer that is not proven: whether a solver found that the limits contradict one another. */
  readonly isContradicted: boolean;
}

/** An answer that has a point. */
export interface JudgedAnswer extends ProgramAnswer {
  readonly point: Point;
  readonly residuals: Residuals;
}

/**
 * An answer with its certificate, of the point with what its variables set; by the tangent at another point where its
 * multipliers are of that one.
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

/** What residuals say of a point. */
export function withCertificate(
  { point, residuals }: Pick<JudgedAnswer, "point" | "residuals">,
  { solver, iterations }: Pick<ProgramAnswer, "solver" | "iterations">,
): JudgedAnswer {
  const status = meets(residuals) ? "optimal" : "not_proven";
  return { status, point, residuals, solver, iterations, isContradicted: false };
}

/** An answer that has no point to judge. */
export function withoutPoint(
  status: "infeasible" | "unbounded" | "not_proven",
  solver: string,
  iterations: number,
): ProgramAnswer {
  return { status, point: null, residuals: null, solver, iterations, isContradicted: false };
}

/** What a solver's word that the limits contradict one another comes to: `infeasible` where multipliers prove it. */
export function contradicted(
  program: Program,
  multipliers: Float64Array,
  { solver, iterations }: Pick<ProgramAnswer, "solver" | "iterations">,
): ProgramAnswer {
  if (provesInfeasible(program, multipliers)) return withoutPoint("infeasible", solver, iterations);
  return { ...withoutPoint("not_proven", solver, iterations), isContradicted: true };
}
