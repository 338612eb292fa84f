import type { Kernels } from "../../kernels/mod.ts";
import {
  contradicted,
  judged,
  type JudgedAnswer,
  type ProgramAnswer,
  withCertificate,
  withoutPoint,
} from "../certify/program_answer.ts";
import { PROOF } from "../certify/proof.ts";
import type { ReducedAnswer } from "../presolve/reduced_answer.ts";
import type { Program } from "../program/program.ts";
import { polish } from "../refine/polish.ts";
import { restoreMultipliers } from "../refine/restore_multipliers.ts";
import { withoutInactiveMultipliers } from "../refine/without_inactive_multipliers.ts";
import { findRay } from "./find_ray.ts";

/**
 * Polishes and certifies the answer of an engine. If residuals in rows and slopes are small but the gap is not, it
 * tries corrected multipliers. A status of the engine counts only if our own arithmetic proves it.
 */
export function proven(program: Program, solved: ReducedAnswer, kernels: Kernels): ProgramAnswer {
  const { status, solver, iterations } = solved;
  if (status === "unsolved") return withoutPoint("not_proven", solver, iterations);
  if (status === "unbounded") return unlimited(program, kernels, { solver, iterations });
  if (status === "infeasible") return contradicted(program, solved.multipliers, { solver, iterations });
  const polished = polish(program, solved.point, kernels);
  const answer = withCertificate(polished, { solver, iterations: iterations + polished.iterations });
  return answer.status === "optimal" ? answer : byNearMultipliers(program, answer) ?? answer;
}

/** Checks an engine's claim that a program is unbounded: `unbounded` if a checked ray exists, else `not_proven`. */
export function unlimited(
  program: Program,
  kernels: Kernels,
  { solver, iterations }: Pick<ProgramAnswer, "solver" | "iterations">,
): ProgramAnswer {
  const status = findRay(program, kernels) === null ? "not_proven" : "unbounded";
  return withoutPoint(status, solver, iterations);
}

/** Returns the answer with multipliers near its own that prove it, or null if none do. */
function byNearMultipliers(program: Program, answer: JudgedAnswer): JudgedAnswer | null {
  const { point: { x }, residuals: { primal, dual } } = answer;
  if (!(primal <= PROOF.primal && dual <= PROOF.dual)) return null;
  for (const near of [withoutInactiveMultipliers, restoreMultipliers]) {
    const z = near(program, answer.point), better = z && judged(program, { x, z }, answer);
    if (better?.status === "optimal") return better;
  }
  return null;
}
