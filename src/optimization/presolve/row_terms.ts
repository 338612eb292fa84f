import type { Program } from "../program/program.ts";

/**
 * A row as a sum: constant + Σ value[k] x[column[k]] over the variables that are not fixed. Each column occurs at most
 * once.
 */
export interface Terms {
  readonly constant: number;
  readonly column: readonly number[];
  readonly value: readonly number[];
}

/** A linear row and its terms. */
export interface Limit {
  readonly row: number;
  readonly terms: Terms;
}

/** Returns the rows of equalities that are not definitions. */
export function equalitiesOf({ blocks }: Program): number[] {
  return blocks.flatMap(({ cone, isDefinition, firstRow, rows }) =>
    cone.isLinear && cone.isEquality && !isDefinition ? Array.from({ length: rows }, (_, i) => firstRow + i) : []
  );
}

/** Returns the terms of a row. Fixed variables are added to the constant. */
export function termsOf({ rows, lower, upper }: Program, row: number): Terms {
  const column: number[] = [], value: number[] = [];
  let constant = rows.constant[row];
  rows.forEachTerm(row, (j, by) => {
    if (lower[j] === upper[j]) constant += by * lower[j];
    else {
      column.push(j);
      value.push(by);
    }
  });
  return withColumnsOnce({ constant, column, value });
}

/** Sorts the terms by column, and sums the terms of one column. */
function withColumnsOnce(terms: Terms): Terms {
  const { constant, column, value } = terms;
  if (column.every((j, k) => k === 0 || column[k - 1] < j)) return terms;
  const sums = new Map<number, number>();
  column.forEach((j, k) => sums.set(j, (sums.get(j) ?? 0) + value[k]));
  const ascending = [...sums].sort(([a], [b]) => a - b);
  return { constant, column: ascending.map(([j]) => j), value: ascending.map(([, by]) => by) };
}

/** Returns the least value of slope · x within the bounds of x. */
export function least(slope: number, lower: number, upper: number): number {
  return slope === 0 ? 0 : slope * (slope > 0 ? lower : upper);
}
