import { LARGEST_NUMBER } from "../../domain/bounded_number.ts";
import type { Program } from "../program/program.ts";
import { projectedMultipliers } from "./certify.ts";
import { reachOfVariables } from "./cost_without_bounds.ts";
import { impliedBounds } from "../presolve/implied_bounds.ts";
import { LESS_THAN_COST, MORE_THAN_MISSED, PROOF } from "./proof.ts";

/**
 * Tells whether multipliers prove that no point keeps the limits, even if each is widened by the tolerance `missed`, in
 * the unit of a rule. Every feasible point of rows C x + c has z'(C x + c) ≥ 0. The proof is that the largest value of
 * this sum within the bounds is negative (Farkas; Boyd and Vandenberghe, Convex Optimization, 5.8). A variable without
 * a bound goes as far as the largest weight that a request may name. In a homogenised program these distances and the
 * widening grow with the scaling variable. Rounding errors count against the proof.
 */
export function provesInfeasible(
  program: Program,
  multipliers: Float64Array,
  { missed = PROOF.primal }: { missed?: number } = {},
): boolean {
  const z = projectedMultipliers(program, multipliers);
  giveWay(program, z);
  const slopes = new Float64Array(program.size), isHinge = new Uint8Array(program.size);
  program.rows.addTransposed(z, slopes);
  for (const u of program.hinges.variable) {
    isHinge[u] = 1;
    slopes[u] = Math.min(slopes[u], 0);
  }
  const isHomogenised = !program.scale.isConstant();
  const isScale = new Uint8Array(program.size);
  program.scale.forEachTerm(0, (column) => isScale[column] = 1);
  const rounding = roundingOfSlopes(program, z), { lower, upper } = impliedBounds(program, missed);
  const furthest = furthestOf(program);
  const total = new RoundedSum(z.length + program.size);
  const { once, byScale: byRules } = wideningBy(program, z, missed);
  let byScale = byRules;
  total.add(once);
  for (let i = 0; i < z.length; i++) total.add(z[i] * program.rows.constant[i]);
  for (let j = 0; j < program.size; j++) {
    if (isScale[j]) continue;
    const bound = slopes[j] > 0 ? upper[j] : lower[j];
    const reach = Math.max(Math.abs(lower[j]), isHinge[j] ? 0 : Math.abs(upper[j]));
    total.allow(isHomogenised ? 0 : rounding[j] * Math.min(reach, furthest[j]));
    if (!isHomogenised) total.add(slopes[j] * Math.max(-furthest[j], Math.min(bound, furthest[j])));
    else if (Number.isFinite(bound)) total.add(slopes[j] * bound);
    else byScale += (Math.abs(slopes[j]) + rounding[j]) * furthest[j];
  }
  if (!isHomogenised) total.add(byScale);
  else {
    for (let j = 0; j < program.size; j++) {
      if (!isScale[j]) continue;
      // The scaling variable is at least 0 and has no upper bound.
      if (slopes[j] + rounding[j] + byScale > 0) return false;
    }
  }
  return total.isNegative();
}

/**
 * Returns how far variables without bounds may go: to the largest weight that a request may name. A variable that
 * others determine goes as far as they take it, because sums of returns may exceed any weight.
 */
function furthestOf(program: Program): Float64Array {
  return reachOfVariables(program).map((reach) =>
    Number.isFinite(reach) ? Math.max(LARGEST_NUMBER, MORE_THAN_MISSED * reach) : LARGEST_NUMBER
  );
}

/**
 * Reduces the multipliers of the rows u ≥ a of each hinge u to the cost of u in limits: the sum of its coefficients
 * there times the multipliers of these limits, without the sign. z'(C x + c) then does not grow with u, which has no
 * upper bound.
 */
function giveWay({ rows, hinges: { variable, row, limits } }: Program, z: Float64Array): void {
  const costs = new Map(Array.from(variable, (u) => [u, 0])), claims = new Map(costs);
  const among = Uint32Array.from(costs.keys()).sort();
  for (const i of limits) {
    if (z[i] === 0) continue;
    rows.forEachTerm(i, (column, value) => {
      const cost = costs.get(column);
      if (cost !== undefined) costs.set(column, cost - value * z[i]);
    }, among);
  }
  variable.forEach((u, h) => claims.set(u, (claims.get(u) ?? 0) + z[row[h]]));
  variable.forEach((u, h) => {
    const cost = LESS_THAN_COST * (costs.get(u) ?? 0), claim = claims.get(u) ?? 0;
    if (claim > cost) z[row[h]] *= cost / claim;
  });
}

/** A sum of rounded terms, with a bound on its rounding error. */
class RoundedSum {
  readonly #terms: number;
  #sum = 0;
  #size = 0;
  #rounding = 0;

  constructor(terms: number) {
    this.#terms = terms;
  }

  add(term: number): void {
    this.#sum += term;
    this.#size += Math.abs(term);
  }

  /** Adds to the rounding error. */
  allow(rounding: number): void {
    this.#rounding += rounding;
  }

  isNegative(): boolean {
    return this.#sum < -(this.#rounding + Number.EPSILON * this.#terms * this.#size);
  }
}

/** Returns a bound on the rounding error of each entry of C'z, by its number of additions. */
function roundingOfSlopes({ size, rows }: Program, z: Float64Array): Float64Array {
  const sizes = new Float64Array(size), terms = new Uint32Array(size);
  for (let i = 0; i < z.length; i++) {
    if (z[i] === 0) continue;
    rows.forEachTerm(i, (column, value) => {
      sizes[column] += Math.abs(z[i] * value);
      terms[column]++;
    });
  }
  return sizes.map((one, j) => Number.EPSILON * terms[j] * one);
}

/**
 * Returns how much the tolerances of rows add to z'(C x + c): `byScale` for each unit of the scaling variable, from
 * rows of rules, and `once`, from a method's own rows, whose tolerance does not grow. Definitions hold exactly.
 */
function wideningBy(
  { blocks }: Program,
  z: Float64Array,
  missed: number,
): { readonly once: number; readonly byScale: number } {
  let once = 0, byScale = 0;
  for (const block of blocks) {
    if (block.isDefinition) continue;
    let sizes = 0;
    for (let i = block.firstRow; i < block.firstRow + block.rows; i++) sizes += Math.abs(z[i]);
    const width = missed / block.unit * sizes;
    if (block.label === null) once += width;
    else byScale += width;
  }
  return { once, byScale };
}
