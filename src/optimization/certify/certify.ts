import { maximumNorm } from "../../domain/matrix.ts";
import { inPhase } from "../../domain/phase.ts";
import { type Program, quadraticTimes } from "../program/program.ts";
import type { Point } from "../program/point.ts";
import { reducedCostsAt } from "../program/reduced_costs.ts";
import { addQuadraticSizes, boundAlone, isRoundingOfRows, largestSquare } from "./objective_sizes.ts";
import { costWithoutBounds, leastWithinReach } from "./cost_without_bounds.ts";
import { exactGap } from "./exact_gap.ts";
import { isNormalisation, missedNormalisation } from "../program/normalisation.ts";
import { CANCELLED, FLAT_SQUARE, LOST, PROOF, type Residuals, VANISHING } from "./proof.ts";

/** Residuals of a point, and a lower bound of the objective over all points of the program. */
export interface Certification extends Residuals {
  /** The objective at the point, without its constant. */
  readonly value: number;
  /** The size of the objective, relative to which the gap is measured. */
  readonly size: number;
  /**
   * A lower bound of the objective: the larger of the bound by the multipliers, if the dual residual is within the
   * proof, and the bound by the bounds of the variables alone. A small slope that no bound stops counts times the
   * distance that the rules let the variable go. -Infinity if neither exists.
   */
  readonly bound: number;
}

/**
 * Computes the residuals of a point from the program alone: objective ½ x'Px + q'x, rows C x + c. Multipliers z are
 * first projected on the dual cones. Multipliers of bounds are the reduced costs P x + q - C'z with the sign that a
 * finite bound allows; a cost with no bound to stop it is dual residual. The gap bounds how much better another point
 * can be. Residuals alone prove nothing, because they are relative to the multipliers, which may be huge. The gap uses
 * that the tangent at any point y is nowhere above a convex objective (Wolfe 1961, A duality theorem for non-linear
 * programming, Quarterly of Applied Mathematics 19). `tangentAt` is the y to which the multipliers belong, if it is not
 * the given point. If the objective at the point is below the bound that y gives, the point misses limits, and the
 * difference adds to the gap.
 */
export function certify(program: Program, point: Point, tangentAt: Float64Array = point.x): Certification {
  return inPhase("certify", () => certification(program, point, tangentAt));
}

function certification(program: Program, point: Point, y: Float64Array): Certification {
  const { x } = point;
  const z = projectedMultipliers(program, point.z);
  const Px = quadraticTimes(program, x), Py = y === x ? Px : quadraticTimes(program, y);
  const reducedCosts = reducedCostsAt(program, Py, z);
  const sizes = program.linear.map(Math.abs);
  let value = 0, tangent = 0, complementarity = 0, terms = 0, dualSupport = 0, dual = 0, summed = 0;
  for (let j = 0; j < program.size; j++) {
    value += x[j] * (0.5 * Px[j] + program.linear[j]);
    tangent += y[j] * (0.5 * Py[j] + program.linear[j]);
    complementarity += y[j] * (Py[j] + program.linear[j]);
    terms += Math.abs(x[j] * program.linear[j]);
    const r = reducedCosts[j];
    const bound = r > 0 ? program.lower[j] : program.upper[j];
    if (Number.isFinite(bound)) dualSupport -= r * bound;
    else dual = Math.max(dual, Math.abs(r));
  }
  const curved = addQuadraticSizes(program, y, sizes);
  terms += 0.5 * (y === x ? curved : addQuadraticSizes(program, x, new Float64Array(program.size)));
  // `reach` is at least the scaling variable, which is 1 in a plain program. At weights of 0 it would be 0.
  const scale = Math.abs(program.scale.evaluate(x)[0]),
    slope = maximumNorm(sizes),
    reach = Math.max(maximumNorm(x), scale);
  program.rows.addTransposed(z, sizes, { sizes: true });
  for (let i = 0; i < z.length; i++) {
    dualSupport += z[i] * program.rows.constant[i];
    summed += Math.abs(z[i] * program.rows.constant[i]);
  }
  for (let j = 0; j < program.size; j++) summed += Math.max(Math.abs(x[j]), Math.abs(y[j])) * sizes[j];
  // The bound counts at most as the objective, which is below it only if the point misses limits. A reduced cost that
  // no bound stops lowers the bound by its size times the distance that the variable may go.
  const open = dual === 0 ? 0 : costWithoutBounds(program, beyondRounding(reducedCosts, sizes), scale);
  const byMultipliers = Math.min(value, tangent - complementarity - dualSupport) - open;
  const isLost = Math.abs(value) <= LOST * terms || isRoundingOfRows(program, x, { value, reach });
  const size = isLost ? Math.max(Math.abs(value), CANCELLED * terms, VANISHING * slope * reach) : Math.abs(value);
  const alone = isLost ? Math.max(boundAlone(program), leastWithinReach(program)) : boundAlone(program);
  const doubted = doubt(summed, size);
  // Multipliers may be huge, so that their terms cancel. Sums with twice the digits then tell rounding from a gap.
  const isExact = doubted > 0 && program.blocks.every(({ cone }) => cone.isLinear);
  const rounding = isExact ? sizes.map((one) => ROUNDING * one) : sizes;
  const exact = isExact ? value - Math.max(0, exactGap(program, { x, y, z, rounding })) - open : -Infinity;
  const below = Math.max(byMultipliers - doubted, exact), flat = () => FLAT_SQUARE * largestSquare(program, x);
  const dualResidual = ratio(dual, maximumNorm(sizes));
  return {
    value,
    size,
    primal: primalResidual(program, x),
    dual: dualResidual,
    bound: Math.max(dualResidual <= PROOF.dual ? byMultipliers : -Infinity, alone),
    gap: Math.min(
      relativeGap(value - below, size, flat),
      relativeGap(Math.max(0, value - alone), Math.max(Math.abs(value), ROUNDING / PROOF.gap * terms), flat),
    ) + (y === x ? 0 : ratio(Math.max(0, tangent - complementarity - dualSupport - value), size)),
  };
}

/**
 * Returns the rounding error of a bound whose terms have sizes of sum `summed`, if it exceeds the tolerance of the gap,
 * else 0: multipliers of 1e12 that cancel prove nothing. It is a tenth of the worst case, because rounding errors have
 * both signs.
 */
function doubt(summed: number, size: number): number {
  const rounding = 0.1 * Number.EPSILON * summed;
  return rounding > PROOF.gap * size ? rounding : 0;
}

/** Rounding error of a sum, as a share of the sizes of its terms. */
const ROUNDING = 4 * Number.EPSILON;

/** Returns the costs that exceed the rounding error of their terms, 0 for all others. */
function beyondRounding(costs: Float64Array, sizes: Float64Array): Float64Array {
  const beyond = new Float64Array(costs.length);
  for (let j = 0; j < beyond.length; j++) beyond[j] = Math.abs(costs[j]) <= ROUNDING * sizes[j] ? 0 : costs[j];
  return beyond;
}

/**
 * Returns the gap relative to the size of the objective ½ x'Px + q'x. If the objective is nearly 0 because its terms
 * cancel, as for a perfect hedge, that size proves nothing, and the gap is relative to `flat`, a share of the largest
 * P_jj x_j².
 */
function relativeGap(gap: number, size: number, flat: () => number): number {
  return gap <= PROOF.gap * size ? ratio(gap, size) : ratio(gap, Math.max(size, flat()));
}

function primalResidual(program: Program, x: Float64Array): number {
  const slacks = program.rows.evaluate(x);
  let worst = 0, ofNormalisation = 0;
  for (const block of program.blocks) {
    if (isNormalisation(program, block)) ofNormalisation = missedNormalisation(program, block, { x, slacks });
    else worst = Math.max(worst, block.unit * block.cone.distance(slacks, block));
  }
  for (let j = 0; j < program.size; j++) worst = Math.max(worst, program.lower[j] - x[j], x[j] - program.upper[j]);
  return Math.max(ofNormalisation, worst === 0 ? 0 : worst / Math.abs(program.scale.evaluate(x)[0]));
}

/** Returns the multipliers projected on the dual cones. */
export function projectedMultipliers(program: Program, z: Float64Array): Float64Array {
  const projected = Float64Array.from(z);
  for (const block of program.blocks) block.cone.projectDual(projected, block);
  return projected;
}

function ratio(part: number, whole: number): number {
  return part === 0 ? 0 : part / whole;
}
