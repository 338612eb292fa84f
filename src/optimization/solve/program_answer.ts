import { certify, type Point } from "./certify.ts";
import { meets, type Residuals } from "./proof.ts";
import type { Program } from "../program/program.ts";

/** What came of a program. `not_proven` carries the best point found, if any, whose residuals do not meet the proof. */
export interface ProgramAnswer {
  readonly status: "optimal" | "not_proven" | "infeasible" | "unbounded";
  readonly point: Point | null;
  readonly residuals: Residuals | null;
  readonly solver: string;
  readonly iterations: number;
}

/** An answer with its certificate. */
export function judged(
  program: Program,
  point: Point,
  { solver, iterations }: Pick<ProgramAnswer, "solver" | "iterations">,
): ProgramAnswer {
  const residuals = certify(program, point);
  return { status: meets(residuals) ? "optimal" : "not_proven", point, residuals, solver, iterations };
}

/** An answer that has no point to judge. */
export function withoutPoint(
  status: "infeasible" | "unbounded" | "not_proven",
  solver: string,
  iterations: number,
): ProgramAnswer {
  return { status, point: null, residuals: null, solver, iterations };
}
