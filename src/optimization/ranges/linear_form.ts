import type { LinearProgram } from "../../kernels/linear.ts";
import type { Bounds } from "../program/bounds.ts";
import type { Program } from "../program/program.ts";
import { reachOfVariables } from "./reach_of_variables.ts";

/**
 * The linear rows of a program as a linear program over the variables that occur in them. Rows that limit the same sum
 * are merged into one.
 */
export interface LinearForm {
  readonly program: LinearProgram;
  /**
   * The program's variable of each column; the first columns are the variables that `linearForm` was asked to include.
   */
  readonly columns: Uint32Array;
  /** The bounds of the columns. A column with an infinite bound gets the tightest bounds that the rows imply. */
  readonly reach: Bounds;
  /** Whether the form includes every row, so that its points are feasible for the program. */
  readonly isWhole: boolean;
}

/**
 * Builds the linear form of a program. Its columns hold at least the first `first` variables. A row of a single
 * variable becomes a bound. The form omits curved cones, and the rows of hinges, running maxima and drawdowns, which
 * are as many as the scenarios. It is therefore a relaxation of the program.
 */
export function linearForm(program: Program, first: number): LinearForm {
  const isLeftOut = scenarioVariables(program);
  const rows = new MergedRows(program);
  let isWhole = true;
  for (const { cone, firstRow, rows: count } of program.blocks) {
    if (!cone.isLinear) {
      isWhole = false;
      continue;
    }
    for (let i = firstRow; i < firstRow + count; i++) {
      const row = termsOf(program, i);
      if (row.column.some((j) => isLeftOut[j] === 1)) isWhole = false;
      else rows.add(row, { isEquality: cone.isEquality });
    }
  }
  const form = rows.form(first);
  return { ...form, reach: reachOfVariables(form.program), isWhole };
}

function scenarioVariables({ size, hinges, maxima, drawdowns }: Program): Uint8Array {
  const isLeftOut = new Uint8Array(size);
  for (const j of hinges.variable) isLeftOut[j] = 1;
  for (const { offset, count } of [...maxima, ...drawdowns]) isLeftOut.fill(1, offset, offset + count);
  return isLeftOut;
}

/** A row constant + Σ value[k] x[column[k]] of a program, with ascending and distinct columns. */
interface Terms {
  readonly constant: number;
  readonly column: readonly number[];
  readonly value: readonly number[];
}

function termsOf({ rows }: Program, i: number): Terms {
  const sums = new Map<number, number>();
  rows.forEachTerm(i, (column, value) => sums.set(column, (sums.get(column) ?? 0) + value));
  const column = [...sums.keys()].filter((j) => sums.get(j) !== 0).sort((a, b) => a - b);
  return { constant: rows.constant[i], column, value: column.map((j) => sums.get(j) ?? 0) };
}

interface MergedRow extends Terms {
  min: number;
  max: number;
}

/** Collects rows, and merges those that limit the same sum. */
class MergedRows {
  readonly #bounds: Bounds;
  readonly #rows: MergedRow[] = [];
  readonly #known = new Map<string, MergedRow[]>();

  constructor({ lower, upper }: Program) {
    this.#bounds = { lower: lower.slice(), upper: upper.slice() };
  }

  add({ constant, column, value }: Terms, { isEquality }: { readonly isEquality: boolean }): void {
    const [first = 0] = value, sign = first < 0 ? -1 : 1;
    const sum = sign < 0 ? value.map((one) => -one) : value;
    // The row says constant + sign × sum ≥ 0, or = 0.
    const min = sign > 0 || isEquality ? -sign * constant : -Infinity;
    const max = sign < 0 || isEquality ? -sign * constant : Infinity;
    if (column.length === 1) return this.#bound(column[0], { min: min / sum[0], max: max / sum[0] });
    const row = this.#rowOf({ constant: 0, column, value: sum });
    row.min = Math.max(row.min, min);
    row.max = Math.min(row.max, max);
  }

  #bound(j: number, { min, max }: { readonly min: number; readonly max: number }): void {
    const { lower, upper } = this.#bounds;
    lower[j] = Math.max(lower[j], min);
    upper[j] = Math.min(upper[j], max);
  }

  #rowOf(sum: Terms): MergedRow {
    const { column, value } = sum;
    const key = `${column.length} ${column[0]} ${column.at(-1)} ${value[0]} ${value.at(-1)}`;
    const like = this.#known.get(key) ?? [];
    const known = like.find((row) => row.column.every((j, k) => j === column[k] && row.value[k] === value[k]));
    if (known !== undefined) return known;
    const row = { ...sum, min: -Infinity, max: Infinity };
    this.#rows.push(row);
    this.#known.set(key, [...like, row]);
    return row;
  }

  form(first: number): Pick<LinearForm, "program" | "columns"> {
    const used = new Set(Array.from({ length: first }, (_, j) => j));
    for (const { column } of this.#rows) for (const j of column) used.add(j);
    const columns = Uint32Array.from(used).sort(), placeOf = new Map(Array.from(columns, (j, k) => [j, k]));
    const rows = this.#rows, start = new Int32Array(rows.length + 1);
    rows.forEach(({ column }, i) => start[i + 1] = start[i] + column.length);
    const column = new Int32Array(start[rows.length]), value = new Float64Array(column.length);
    rows.forEach((row, i) => {
      column.set(row.column.map((j) => placeOf.get(j) ?? 0), start[i]);
      value.set(row.value, start[i]);
    });
    const { lower, upper } = this.#bounds;
    return {
      columns,
      program: {
        A: { start, column, value },
        lower: Float64Array.from(columns, (j) => lower[j]),
        upper: Float64Array.from(columns, (j) => upper[j]),
        rowLower: Float64Array.from(rows, ({ min }) => min),
        rowUpper: Float64Array.from(rows, ({ max }) => max),
      },
    };
  }
}
