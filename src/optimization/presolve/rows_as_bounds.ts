import { type Program, quadraticTimes } from "../program/program.ts";
import { lowerBound, upperBound } from "../program/bound.ts";
import type { Point } from "../program/point.ts";
import { reducedCostsAt } from "../program/reduced_costs.ts";
import { withBlocks, withoutBlocks } from "../program/without_blocks.ts";

/** A program in which bounds replace the rows that limit a single variable. */
export interface BoundedProgram {
  readonly program: Program;
  /**
   * Returns the point of the original program. The reduced cost at a replaced bound gives the multiplier of its row.
   */
  back(point: Point): Point;
}

/**
 * A row c x + constant ≥ 0 with one variable x that is not fixed. `limit` is -constant / c: a lower bound of x if the
 * coefficient c is positive, else an upper bound.
 */
interface SingleRow {
  readonly row: number;
  readonly variable: number;
  readonly coefficient: number;
  readonly limit: number;
}

/**
 * Replaces each block of linear inequalities by bounds, if each of its rows has exactly one variable that is not fixed.
 */
export function rowsAsBounds(program: Program): BoundedProgram {
  const dropped: number[] = [], singles: SingleRow[] = [];
  program.blocks.forEach(({ cone, isDefinition, firstRow, rows: count }, k) => {
    if (!cone.isLinear || cone.isEquality || isDefinition) return;
    const rows = Array.from({ length: count }, (_, i) => singleRow(program, firstRow + i));
    const single = rows.filter((row) => row !== null);
    if (single.length < count) return;
    dropped.push(k);
    singles.push(...single);
  });
  if (dropped.length === 0) return { program, back: (point) => point };
  const lower = program.lower.slice(), upper = program.upper.slice();
  const holding = new Map<number, SingleRow>();
  for (const single of singles) {
    const { variable, coefficient, limit } = single, isLower = coefficient > 0;
    const bounds = isLower ? lower : upper;
    if (isLower ? limit <= bounds[variable] : limit >= bounds[variable]) continue;
    bounds[variable] = limit;
    holding.set(isLower ? lowerBound(variable) : upperBound(variable), single);
  }
  return {
    program: { ...withoutBlocks(program, dropped), lower, upper },
    back({ x, z }) {
      const multipliers = withBlocks(program, dropped, z);
      const costs = reducedCostsAt(program, quadraticTimes(program, x), multipliers);
      costs.forEach((cost, variable) => {
        const held = cost === 0 ? undefined : holding.get(cost > 0 ? lowerBound(variable) : upperBound(variable));
        if (held !== undefined) multipliers[held.row] = cost / held.coefficient;
      });
      return { x, z: multipliers };
    },
  };
}

function singleRow({ rows, lower, upper }: Program, row: number): SingleRow | null {
  let variable = -1, coefficient = 0, constant = rows.constant[row], moving = 0;
  rows.forEachTerm(row, (column, value) => {
    if (lower[column] === upper[column]) constant += value * lower[column];
    else if (column === variable) coefficient += value;
    else {
      variable = column;
      coefficient = value;
      moving++;
    }
  });
  return moving === 1 && coefficient !== 0 ? { row, variable, coefficient, limit: -constant / coefficient } : null;
}
