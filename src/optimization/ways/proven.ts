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

/** An answer of a solver, polished and judged, by multipliers near its own where those leave costs. */
export function proven(program: Program, solved: ReducedAnswer, kernels: Kernels): ProgramAnswer {
  const { status, solver, iterations } = solved;
  if (status === "unsolved") return withoutPoint("not_proven", solver, iterations);
  if (status === "unbounded") return unlimited(program, kernels, { solver, iterations });
  if (status === "infeasible") return contradicted(program, solved.multipliers, { solver, iterations });
  const polished = polish(program, solved.point, kernels);
  const answer = withCertificate(polished, { solver, iterations: iterations + polished.iterations });
  return answer.status === "optimal" ? answer : byNearMultipliers(program, answer) ?? answer;
}

/** What a solver's word that nothing stops the objective comes to: `unbounded` where a ray that is checked says so. */
export function unlimited(
  program: Program,
  kernels: Kernels,
  { solver, iterations }: Pick<ProgramAnswer, "solver" | "iterations">,
): ProgramAnswer {
  const status = findRay(program, kernels) === null ? "not_proven" : "unbounded";
  return withoutPoint(status, solver, iterations);
}

/** The answer as multipliers near its own prove it; null where they do not. */
function byNearMultipliers(program: Program, answer: JudgedAnswer): JudgedAnswer | null {
  const { point: { x }, residuals: { primal, dual } } = answer;
  if (!(primal <= PROOF.primal && dual <= PROOF.dual)) return null;
  for (const near of [withoutInactiveMultipliers, restoreMultipliers]) {
    const z = near(program, answer.point), better = z && judged(program, { x, z }, answer);
    if (better?.status === "optimal") return better;
  }
  return null;
}
