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

/**
 * Prices of missing the limits, as multiples of the largest slope of the objective, tried in turn. A price should
 * exceed any gain of the objective.
 */
const OVERWHELMING = [1e3, 1e6, 1e9];

/**
 * Computes the least amount by which the limits must be missed. If its multipliers prove that it exceeds the tolerance,
 * the program is `infeasible`. Otherwise the rescue minimises the objective plus the miss at a high price, and judges
 * the point by the multipliers of that program. Returns null if neither gives a proof, for example if a point meets all
 * limits.
 */
export const leastMiss: Rescue = {
  id: "least miss",
  suits: (_, { residuals }) => residuals === null || residuals.primal > PROOF.primal,
  solve({ program, kernels }) {
    const least = solveLeastMiss(program, kernels);
    if (least === null) return null;
    if (provesInfeasible(program, least.multipliers)) return withoutPoint("infeasible", least.solver, least.iterations);
    // A program with ordered sums takes many rounds, and each price would take as many again.
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

/**
 * Minimises the amount by which the limits are missed, and returns its multipliers. Hinges that no limit contains are
 * left out.
 */
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

/** A point with its multipliers, the solver that found it and its iterations. */
interface Found extends Pick<ProgramAnswer, "solver" | "iterations"> {
  readonly point: Point;
}

/**
 * Minimises the objective plus the miss of the limits at a price, or the miss alone if the price is null. A second
 * solve refines the answer in units of the tolerance, because a solver takes amounts of that size for 0.
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
