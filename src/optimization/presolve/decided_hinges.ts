import type { Program } from "../program/program.ts";
import { DROPPED, EQUALITY, type Reduction } from "./reduction.ts";
import type { SetVariable, Substitution } from "./substitution.ts";

/** Hinges whose row is an equality in the reduction, so that u = a removes the variable and the row. */
export class DecidedHinges implements Substitution {
  readonly #program: Program;
  readonly #among: Uint32Array;
  readonly list: readonly SetVariable[];
  readonly following = [];
  readonly replacingRow: Int32Array;
  readonly rowsOfReplaced: readonly number[];
  /** Second derivative of the objective with respect to each variable, from the quadratic terms without a matrix. */
  readonly curvature: Float64Array;

  constructor(program: Program, reduction: Reduction) {
    this.#program = program;
    const { list, rowOf, beside } = decidedHinges(program, reduction);
    this.list = list;
    this.replacingRow = rowOf;
    this.rowsOfReplaced = [...program.hinges.limits, ...beside].filter((i) => reduction.rows[i] !== DROPPED);
    this.#among = Uint32Array.from(this.rowsOfReplaced.length === 0 ? [] : new Set(program.hinges.variable)).sort();
    this.curvature = new Float64Array(program.size);
    for (const { offset, size, matrix, factor } of program.quadratic) {
      if (matrix === null) { for (let i = 0; i < size; i++) this.curvature[offset + i] += factor; }
    }
  }

  setPoint(x: Float64Array): void {
    if (this.list.length === 0) return;
    const s = this.#program.rows.evaluate(x);
    for (const { variable, row } of this.list) x[variable] -= s[row];
  }

  /**
   * Sets the multiplier of each row u = a so that the reduced cost of u is 0: to the slope of the objective in u, less
   * the multipliers of the limits that contain u times their coefficients of u.
   */
  setMultipliers(x: Float64Array, z: Float64Array): void {
    if (this.list.length === 0) return;
    for (const { variable: u, row } of this.list) z[row] = this.#program.linear[u] + this.curvature[u] * x[u];
    this.#addLimitCosts(z);
  }

  setProof(_: Float64Array, z: Float64Array): void {
    for (const { row } of this.list) z[row] = 0;
    this.#addLimitCosts(z);
  }

  #addLimitCosts(z: Float64Array): void {
    for (const i of this.rowsOfReplaced) {
      if (z[i] === 0) continue;
      this.#program.rows.forEachTerm(i, (column, value) => {
        const row = this.replacingRow[column];
        if (row >= 0) z[row] -= value * z[i];
      }, this.#among);
    }
  }
}

/** Returns the first decided hinge of each variable, and the rows of its other hinges. */
function decidedHinges(
  { size, hinges: { variable, row } }: Program,
  { free, rows }: Reduction,
): { readonly list: readonly SetVariable[]; readonly rowOf: Int32Array; readonly beside: readonly number[] } {
  const rowOf = new Int32Array(size).fill(-1), list: SetVariable[] = [];
  for (let h = 0; h < row.length; h++) {
    const u = variable[h], i = row[h];
    if (!free[u] || rows[i] !== EQUALITY || rowOf[u] >= 0) continue;
    rowOf[u] = i;
    list.push({ variable: u, row: i });
  }
  const beside: number[] = [];
  for (let h = 0; h < row.length; h++) {
    const by = rowOf[variable[h]];
    if (by >= 0 && by !== row[h]) beside.push(row[h]);
  }
  return { list, rowOf, beside };
}
