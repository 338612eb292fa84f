import { hasOrdered } from "../program/kinds_of_cones.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { Point } from "../program/point.ts";
import { judged, type ProgramAnswer, withoutPoint } from "../certify/program_answer.ts";
import { PROOF } from "../certify/proof.ts";
import { provesInfeasible } from "../certify/proves_infeasible.ts";
import { magnify } from "../presolve/magnify.ts";
import { missingLimits } from "../presolve/widen_limits.ts";
import { gradientSize } from "../program/objective_scale.ts";
import type { Program } from "../program/program.ts";
import { withBlocks, withoutBlocks } from "../program/without_blocks.ts";
import { WAYS } from "../ways/mod.ts";
import { solveInTurn } from "../ways/solve_in_turn.ts";
import { Task } from "../ways/way.ts";
import type { Rescue } from "./rescue.ts";

/** What missing the limits costs, times the slopes of an objective: more than anything that it is worth. */
const OVERWHELMING = [1e3, 1e6, 1e9];

/**
 * By how far the limits must be missed: more than they may be, shown by the multipliers of the least, is `infeasible`.
 * Of limits that miss one another by less, the best point of those that miss them by the least is the answer: the
 * multipliers of what that costs show that none is better. Null where neither is shown, as where all can be met.
 */
export const leastMiss: Rescue = {
  id: "least miss",
  suits: (_, { residuals }) => residuals === null || residuals.primal > PROOF.primal,
  solve({ program, kernels }) {
    const least = solveLeastMiss(program, kernels);
    if (least === null) return null;
    if (provesInfeasible(program, least.multipliers)) return withoutPoint("infeasible", least.solver, least.iterations);
    // Each price would be as many rounds again.
    if (hasOrdered(program)) return null;
    for (const factor of OVERWHELMING) {
      const missing = solveMissing(program, kernels, factor * gradientSize(program));
      if (missing === null) continue;
      const nearest = judged(program, missing.point, missing);
      if (nearest.status === "optimal") return nearest;
    }
    return null;
  },
};

/** Multipliers of the least that limits are missed by. Hinges that stand in none of them say nothing of that. */
function solveLeastMiss(
  program: Program,
  kernels: Kernels,
): Found & { readonly multipliers: Float64Array } | null {
  const { hinges: { row, limits }, blocks } = program;
  const ofHinges = new Set(limits.length === 0 ? row : []);
  const inactive = Array.from(blocks.keys()).filter((k) => ofHinges.has(blocks[k].firstRow));
  const least = solveMissing(withoutBlocks(program, inactive), kernels, null);
  return least && { ...least, multipliers: withBlocks(program, inactive, least.point.z) };
}

/** A point with its multipliers, and what found it. */
interface Found extends Pick<ProgramAnswer, "solver" | "iterations"> {
  readonly point: Point;
}

/**
 * The answer of a program whose limits are missed at a price, or of the least that they are missed by; sought again in
 * the unit of what may be missed, which a solver takes for nothing.
 */
function solveMissing(program: Program, kernels: Kernels, price: number | null): Found | null {
  const missing = missingLimits(program, price);
  const first = solveInTurn(WAYS, new Task(missing.program, kernels, {}));
  if (first.point === null) return null;
  const magnified = magnify(missing.program, first.point.x, PROOF.primal);
  const next = magnified && solveInTurn(WAYS, new Task(magnified.program, kernels, {}));
  const point = magnified && next?.status === "optimal" && next.point ? magnified.back(next.point) : first.point;
  return { point: missing.back(point), solver: first.solver, iterations: first.iterations + (next?.iterations ?? 0) };
}
