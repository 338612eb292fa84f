import type { Program } from "../program/program.ts";
import { ExactSums } from "../../domain/exact_sums.ts";

/** A point x, a point y whose tangent bounds the objective, multipliers z, and the costs that are only rounding. */
export interface Bounded {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  readonly rounding: Float64Array;
}

/**
 * Returns how much better than x another point can be, for the objective ½ x'Px + q'x and rows C x + c: ½ x'Px + q'x -
 * (-½ y'Py + Σ r b - z'c). r = P y + q - C'z are the reduced costs, and b is the lower bound of a variable with r > 0,
 * the upper bound of one with r < 0. The sums have twice the digits of a double, for sums that cancel. A variable
 * without that bound is left out if its cost is within `rounding`; otherwise the result is Infinity.
 */
export function exactGap(program: Program, { x, y, z, rounding }: Bounded): number {
  const { size, linear, lower, upper, rows } = program;
  const Px = productOf(program, x), Py = y === x ? Px : productOf(program, y);
  const total = new ExactSums(1), costs = new ExactSums(size);
  rows.constant.forEach((constant, i) => total.add(0, z[i], constant));
  for (let i = 0; i < z.length; i++) {
    if (z[i] !== 0) rows.forEachTerm(i, (column, value) => costs.add(column, -z[i], value));
  }
  for (let j = 0; j < size; j++) {
    costs.add(j, linear[j], 1);
    costs.addSum(j, Py, j, 1);
    total.addSum(0, Px, j, 0.5 * x[j]);
    total.addSum(0, Py, j, 0.5 * y[j]);
    total.add(0, linear[j], x[j]);
    const cost = costs.at(j), bound = cost > 0 ? lower[j] : upper[j];
    if (Number.isFinite(bound)) total.addSum(0, costs, j, -bound);
    else if (Math.abs(cost) > rounding[j]) return Infinity;
  }
  return total.at(0);
}

function productOf({ size, quadratic }: Program, x: Float64Array): ExactSums {
  const whole = new ExactSums(size);
  for (const { offset, size: count, matrix, factor } of quadratic) {
    const product = new ExactSums(count);
    for (let i = 0; i < count; i++) {
      const by = x[offset + i];
      if (by === 0) continue;
      if (matrix === null) product.add(i, by, 1);
      else for (let j = 0, at = i * count; j < count; j++, at++) product.add(j, by, matrix.data[at]);
    }
    for (let j = 0; j < count; j++) whole.addSum(offset + j, product, j, factor);
  }
  return whole;
}
