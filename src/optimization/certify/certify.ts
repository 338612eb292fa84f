import { inPhase } from "../../domain/phase.ts";
import { type Program, quadraticTimes } from "../program/program.ts";
import type { Point } from "../program/point.ts";
import { reducedCostsAt } from "../program/reduced_costs.ts";
import { addQuadraticSizes, boundAlone, largest, largestSquare, plainSlope } from "./objective_sizes.ts";
import { costWithoutBounds, leastWithinReach } from "./cost_without_bounds.ts";
import { exactGap } from "./exact_gap.ts";
import { isNormalisation, missedNormalisation } from "../program/normalisation.ts";
import { CANCELLED, FLAT_SQUARE, LOST, LOST_OF_ROWS, PROOF, type Residuals, VANISHING } from "./proof.ts";

/** Residuals of a point, and what no point of the program can be better than. */
export interface Certification extends Residuals {
  /** The objective at the point, without its constant. */
  readonly value: number;
  /** What the gap is relative to. */
  readonly size: number;
  /**
   * At most the least value of the objective, by the multipliers: -Infinity where they leave a slope that no bound
   * stops. What is left of such slopes is taken times how far rules let a variable go.
   */
  readonly bound: number;
}

/**
 * Residuals of a point, from the program alone. Multipliers are projected on their cones first; those of bounds are the
 * reduced costs P x + q - C'z (rows are C x + c) as far as their signs allow, and what the signs forbid is the dual
 * residual. The gap bounds how much better another point can be, so that multipliers without measure, relative to which
 * any residual is small, prove nothing. The tangent at any point is below a convex objective (Wolfe 1961, A duality
 * theorem for non-linear programming, Quarterly of Applied Mathematics 19): multipliers of another point bound it
 * there, and what is better than their bound, by missing limits, is no proof.
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
  // What weights are shares of counts, however small they are: at weights of 0 nothing is at stake.
  const scale = Math.abs(program.scale.evaluate(x)[0]), slope = largest(sizes), reach = Math.max(largest(x), scale);
  program.rows.addTransposed(z, sizes, { sizes: true });
  for (let i = 0; i < z.length; i++) {
    dualSupport += z[i] * program.rows.constant[i];
    summed += Math.abs(z[i] * program.rows.constant[i]);
  }
  for (let j = 0; j < program.size; j++) summed += Math.max(Math.abs(x[j]), Math.abs(y[j])) * sizes[j];
  // A point beats the bound only by what it misses of the limits. The bound that multipliers give is off by what the
  // signs forbid, times how far variables without a bound may go.
  const open = dual === 0 ? 0 : costWithoutBounds(program, beyondRounding(reducedCosts, sizes), scale);
  const byMultipliers = Math.min(value, tangent - complementarity - dualSupport) - open;
  const isLost = Math.abs(value) <= Math.max(LOST * terms, LOST_OF_ROWS * plainSlope(program, x) * reach);
  const size = isLost ? Math.max(Math.abs(value), CANCELLED * terms, VANISHING * slope * reach) : Math.abs(value);
  const alone = isLost ? Math.max(boundAlone(program), leastWithinReach(program)) : boundAlone(program);
  const doubted = doubt(summed, size);
  // The solvers' multipliers may be of any size: rounding is then told from what is left by twice the digits.
  const isExact = doubted > 0 && program.blocks.every(({ cone }) => cone.isLinear);
  const rounding = isExact ? sizes.map((one) => ROUNDING * one) : sizes;
  const exact = isExact ? value - Math.max(0, exactGap(program, { x, y, z, rounding })) - open : -Infinity;
  const below = Math.max(byMultipliers - doubted, exact), flat = () => FLAT_SQUARE * largestSquare(program, x);
  const dualResidual = ratio(dual, largest(sizes));
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
 * What rounding leaves of a bound that is a sum of terms, where that is more than a proof leaves open: multipliers of
 * 1e12 that cancel prove nothing. A tenth of the worst, since roundings have either sign.
 */
function doubt(summed: number, size: number): number {
  const rounding = 0.1 * Number.EPSILON * summed;
  return rounding > PROOF.gap * size ? rounding : 0;
}

/** The share of its terms that rounding may leave of a sum. */
const ROUNDING = 4 * Number.EPSILON;

/** Costs of which more is left than rounding leaves of their terms, 0 for the rest. */
function beyondRounding(costs: Float64Array, sizes: Float64Array): Float64Array {
  const beyond = new Float64Array(costs.length);
  for (let j = 0; j < beyond.length; j++) beyond[j] = Math.abs(costs[j]) <= ROUNDING * sizes[j] ? 0 : costs[j];
  return beyond;
}

/** Of the size of the objective; of what is flat where that is too small to prove anything. */
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

/** Multipliers on the duals of their cones. */
export function projectedMultipliers(program: Program, z: Float64Array): Float64Array {
  const projected = Float64Array.from(z);
  for (const block of program.blocks) block.cone.projectDual(projected, block);
  return projected;
}

function ratio(part: number, whole: number): number {
  return part === 0 ? 0 : part / whole;
}
