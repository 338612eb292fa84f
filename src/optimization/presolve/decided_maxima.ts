import { type Program, quadraticTimes, type RunningMaxima } from "../program/program.ts";
import { reducedCostsAt } from "../program/reduced_costs.ts";
import { EQUALITY, type Reduction } from "./reduction.ts";
import type { Following, SetVariable, Substitution } from "./substitution.ts";

/**
 * A running maximum that need not be solved for: by its own row it is a_t, a new peak, or by the other the one before
 * it, and so what its leader is.
 */
interface Decided extends SetVariable {
  readonly leader: number;
}

/** The running maxima of a reduction that its equalities set, a row each. */
export class DecidedMaxima implements Substitution {
  readonly #program: Program;
  /** In the order of the periods, series by series; who leads itself is a peak. */
  readonly list: readonly Decided[];
  /** The row of the peak that a variable is, -1 for the others. */
  readonly putInBy: Int32Array;
  /** What follows leaders that are solved for, as they move. */
  readonly following: readonly Following[];
  readonly rowsBeside: readonly number[];

  constructor(program: Program, reduction: Reduction) {
    this.#program = program;
    this.list = program.maxima.flatMap((maxima) => decidedOf(maxima, reduction));
    this.putInBy = new Int32Array(program.size).fill(-1);
    for (const { variable, leader, row } of this.list) {
      this.putInBy[variable] = variable === leader ? row : this.putInBy[leader];
    }
    this.following = this.list.flatMap(({ variable, leader }) =>
      this.putInBy[variable] < 0 ? [{ variable, leader, factor: 1 }] : []
    );
    this.rowsBeside = this.#rowsWithPeaks(reduction);
  }

  /** The retained rows that have peaks in them, which are to be put in. */
  #rowsWithPeaks({ rows }: Reduction): number[] {
    if (this.list.length === this.following.length) return [];
    const found: number[] = [], own = new Set(this.list.map(({ row }) => row));
    for (let i = 0; i < rows.length; i++) {
      if (!rows[i] || own.has(i)) continue;
      let isFound = false;
      this.#program.rows.forEachTerm(i, (column) => isFound ||= this.putInBy[column] >= 0, NO_COLUMNS);
      if (isFound) found.push(i);
    }
    return found;
  }

  setPoint(x: Float64Array): void {
    if (this.list.length === 0) return;
    const s = this.#program.rows.evaluate(x);
    for (const { variable, leader, row } of this.list) {
      x[variable] = variable === leader ? x[variable] - s[row] : x[leader];
    }
  }

  setMultipliers(x: Float64Array, z: Float64Array): void {
    if (this.list.length === 0) return;
    for (const { row } of this.list) z[row] = 0;
    this.#settleRows(reducedCostsAt(this.#program, quadraticTimes(this.#program, x), z), z);
  }

  setProof(_: Float64Array, z: Float64Array): void {
    if (this.list.length === 0) return;
    for (const { row } of this.list) z[row] = 0;
    const costs = new Float64Array(this.#program.size);
    this.#program.rows.addTransposed(z, costs, { factor: -1 });
    this.#settleRows(costs, z);
  }

  /** From the last to the first: each bears what the next one hands on. */
  #settleRows(costs: Float64Array, z: Float64Array): void {
    for (let k = this.list.length - 1; k >= 0; k--) {
      const { variable, row } = this.list[k], next = this.list[k + 1];
      const isHandedOn = next !== undefined && next.variable === variable + 1 && next.leader !== next.variable;
      z[row] = costs[variable] + (isHandedOn ? z[next.row] : 0);
    }
  }
}

const NO_COLUMNS = new Uint32Array(0);

function decidedOf({ offset, count, firstRow }: RunningMaxima, { free, rows }: Reduction): Decided[] {
  const decided: Decided[] = [];
  let leader = offset;
  for (let t = 0; t < count; t++) {
    const variable = offset + t, own = firstRow + t, step = firstRow + count + t - 1;
    if (free[variable] && rows[own] === EQUALITY) {
      leader = variable;
      decided.push({ variable, leader, row: own });
    } else if (t > 0 && free[variable] && rows[step] === EQUALITY && free[leader]) {
      decided.push({ variable, leader, row: step });
    } else leader = variable;
  }
  return decided;
}
