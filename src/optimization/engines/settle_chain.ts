import { type Program, quadraticTimes } from "../program/program.ts";
import type { Point } from "../program/point.ts";
import { reducedCostsAt } from "../program/reduced_costs.ts";
import { CHAIN, HINGE, OTHER } from "../presolve/hinge_columns.ts";

/**
 * Changes the multipliers of rows at a point, in place, so that variables which other variables determine have a
 * reduced cost of 0. Otherwise the certificate would multiply that cost by the distance that the variable may go. These
 * variables are hinges without a lower bound, such as the largest drawdown, hinges with a square cost above their lower
 * bound, drawdowns, and running maxima above 0. Other hinges and maxima only lose a negative reduced cost. The row of
 * the variable with the largest multiplier takes the whole cost. The last period comes first, because its rows also
 * change the cost of the period before.
 */
export function settleChain(program: Program, { x, z }: Point): void {
  const { rows, quadratic, drawdowns, maxima, hinges: { variable, row }, lower } = program;
  const costs = reducedCostsAt(program, quadraticTimes(program, x), z);
  const settle = (j: number, among: readonly number[]): void => {
    if (costs[j] === 0) return;
    const largest = among.reduce((most, i) => z[i] > z[most] ? i : most);
    let by = 0;
    rows.forEachTerm(largest, (column, value) => by = column === j ? value : by);
    const added = costs[j] / by;
    z[largest] += added;
    rows.forEachTerm(largest, (column, value) => costs[column] -= value * added);
  };
  const rowsOf = Map.groupBy(row.keys(), (h) => variable[h]);
  const isCurved = (u: number): boolean => quadratic.some(({ offset, size }) => u >= offset && u < offset + size);
  for (const [u, hinges] of rowsOf) {
    // At its kink a hinge with a linear cost may have any multipliers up to that cost, so only a negative reduced cost
    // is settled.
    const isSet = lower[u] === -Infinity || (x[u] > lower[u] && isCurved(u));
    if (isSet || costs[u] < 0) settle(u, hinges.map((h) => row[h]));
  }
  for (const { offset, count, firstRow } of drawdowns) {
    for (let t = count - 1; t >= 0; t--) settle(offset + t, [firstRow + t, firstRow + count + t]);
  }
  for (const { offset, count, firstRow } of maxima) {
    for (let t = count - 1; t >= 0; t--) {
      if (x[offset + t] > 0 || costs[offset + t] < 0) {
        settle(offset + t, t === 0 ? [firstRow] : [firstRow + t, firstRow + count + t - 1]);
      }
    }
  }
}

/** Drops the lower bounds of running maxima but the first: each is at least the one before it. */
export function withoutRepeatedBounds(program: Program): Program {
  const lower = program.lower.slice();
  for (const { offset, count } of program.maxima) lower.fill(-Infinity, offset + 1, offset + count);
  return { ...program, lower };
}

/**
 * Returns the kind of each variable for the interior-point method (presolve/hinge_columns.ts). Hinges of several rows
 * or without a lower bound count as other variables.
 */
export function chainKindsOf({ size, lower, hinges: { variable }, maxima, drawdowns }: Program): Uint8Array {
  const kinds = new Uint8Array(size).fill(OTHER), rows = new Uint32Array(size);
  for (const u of variable) rows[u]++;
  for (const u of variable) if (rows[u] === 1 && lower[u] > -Infinity) kinds[u] = HINGE;
  for (const { offset, count } of [...maxima, ...drawdowns]) kinds.fill(CHAIN, offset, offset + count);
  return kinds;
}
