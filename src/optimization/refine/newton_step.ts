import type { Kernels } from "../../kernels/mod.ts";
import { PROXIMAL, STEP_TOLERANCE } from "../engines/accuracy.ts";
import { solveConic } from "../engines/solve_conic.ts";
import { solveEqualities } from "../engines/solve_dense.ts";
import { reduceProgram } from "../presolve/reduce_program.ts";
import { DROPPED, type Reduction } from "../presolve/reduction.ts";
import { gradientSize } from "../program/objective_scale.ts";
import type { Point } from "../program/point.ts";
import { type Program, quadraticTimes } from "../program/program.ts";
import { reducedCostsAt } from "../program/reduced_costs.ts";
import { NEGLIGIBLE_OBJECTIVE } from "../program/rounding.ts";
import type { ActiveSet } from "./active_set.ts";

/** Number of variables and rows up to which the dense solver of the core takes the steps. */
const LARGEST_DENSE = 400;

/** A point, or multipliers that prove the active set infeasible. */
export type Step =
  & { readonly iterations: number }
  & (
    | { readonly point: Point }
    | { readonly point: null; readonly contradiction: Float64Array }
  );

/** Minimises the objective on an active set, as a step from a point. Returns null if the solver fails. */
export function newtonStep(
  program: Program,
  { free, side, rows }: ActiveSet,
  { from, kernels: { conic, linearAlgebra, quadratic } }: { readonly from: Point; readonly kernels: Kernels },
): Step | null {
  if (!free.includes(1)) return null;
  // Curved cones are still here only if one of them has no tangent at the point. If the conic solver does not support
  // one either, there is no step.
  if (program.blocks.some(({ cone }) => !cone.isLinear && cone.kernelCone === null)) return null;
  const origin = Float64Array.from(
    from.x,
    (x, j) => side[j] < 0 ? program.lower[j] : side[j] > 0 ? program.upper[j] : x,
  );
  const reduction: Reduction = { free, origin, rows };
  const curved = program.blocks.some(({ cone }) => !cone.isLinear);
  const objectiveScale = 1 / Math.max(termsSize(program, from.x), NEGLIGIBLE_OBJECTIVE * gradientSize(program));
  const plain = { linearAlgebra, objectiveScale, bounds: false };
  const options = curved ? plain : {
    ...plain,
    proximal: PROXIMAL,
    ...newtonUnit(program, reduction, from.z, objectiveScale),
  };
  const { conic: reduced, contradiction, expand, expandProof } = reduceProgram(program, reduction, options);
  if (contradiction !== null) return { point: null, contradiction, iterations: 0 };
  if (reduced.q.length === 0) return { point: expand(new Float64Array(0), new Float64Array(0)), iterations: 0 };
  if (reduced.q.length + reduced.b.length <= LARGEST_DENSE) {
    const exact = solveEqualities(quadratic, reduced, STEP_TOLERANCE);
    if (exact !== null) return { point: expand(exact.x, exact.z), iterations: exact.iterations };
  }
  const answer = solveConic(conic, reduced, { tolerance: STEP_TOLERANCE });
  const { status, iterations } = answer;
  if (status === "primal_infeasible") return { point: null, contradiction: expandProof(answer.z), iterations };
  if (status === "dual_infeasible" || !answer.x.every(Number.isFinite)) return null;
  return { point: expand(answer.x, answer.z), iterations };
}

/** Returns the multipliers at the start of the step, and the size of the residuals that it has to remove. */
function newtonUnit(
  program: Program,
  { free, origin, rows }: Reduction,
  z: Float64Array,
  objectiveScale: number,
): { multipliers: Float64Array; unit: number } {
  const multipliers = z.map((multiplier, i) => rows[i] === DROPPED ? 0 : multiplier);
  const costs = reducedCostsAt(program, quadraticTimes(program, origin), multipliers);
  let unit = 0;
  for (let j = 0; j < program.size; j++) if (free[j]) unit = Math.max(unit, Math.abs(costs[j]) * objectiveScale);
  const s = program.rows.evaluate(origin);
  for (let i = 0; i < s.length; i++) if (rows[i] !== DROPPED) unit = Math.max(unit, Math.abs(s[i]));
  return { multipliers, unit: unit || 1 };
}

/** Returns the sum of the sizes of the objective's terms. Division by it brings the objective to size 1. */
function termsSize(program: Program, x: Float64Array): number {
  const Px = quadraticTimes(program, x);
  let sum = 0;
  for (let j = 0; j < x.length; j++) sum = sum + Math.abs(x[j] * program.linear[j]) + 0.5 * Math.abs(x[j] * Px[j]);
  return sum;
}
