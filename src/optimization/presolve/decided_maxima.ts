import { type Program, quadraticTimes, type RunningMaxima } from "../program/program.ts";
import { reducedCostsAt } from "../program/reduced_costs.ts";
import { EQUALITY, type Reduction } from "./reduction.ts";
import type { Following, SetVariable, Substitution } from "./substitution.ts";

/**
 * A running maximum m_t that an equality determines. If the row of m_t ≥ a_t is the equality, m_t = a_t is a new peak,
 * and its `leader` is m_t itself. If the row of m_t ≥ m_(t-1) is, m_t has the leader of m_(t-1): the latest earlier
 * maximum that is a peak or that no row determines. The two are equal.
 */
interface Decided extends SetVariable {
  readonly leader: number;
}

/** Running maxima that an equality of the reduction determines, one row each. */
export class DecidedMaxima implements Substitution {
  readonly #program: Program;
  /** In the order of the periods, series by series. A peak is its own leader. */
  readonly list: readonly Decided[];
  /** The row m_s ≥ a_s of the peak m_s to which a variable is equal, -1 for all other variables. */
  readonly replacingRow: Int32Array;
  /** Variables that equal a leader which stays in the reduced program. */
  readonly following: readonly Following[];
  readonly rowsOfReplaced: readonly number[];

  constructor(program: Program, reduction: Reduction) {
    this.#program = program;
    this.list = program.maxima.flatMap((maxima) => decidedOf(maxima, reduction));
    this.replacingRow = new Int32Array(program.size).fill(-1);
    for (const { variable, leader, row } of this.list) {
      this.replacingRow[variable] = variable === leader ? row : this.replacingRow[leader];
    }
    this.following = this.list.flatMap(({ variable, leader }) =>
      this.replacingRow[variable] < 0 ? [{ variable, leader, factor: 1 }] : []
    );
    this.rowsOfReplaced = this.#rowsWithPeaks(reduction);
  }

  /** Returns the remaining rows that contain a variable which a peak's row replaces. */
  #rowsWithPeaks({ rows }: Reduction): number[] {
    if (this.list.length === this.following.length) return [];
    const found: number[] = [], own = new Set(this.list.map(({ row }) => row));
    for (let i = 0; i < rows.length; i++) {
      if (!rows[i] || own.has(i)) continue;
      let isFound = false;
      this.#program.rows.forEachTerm(i, (column) => isFound ||= this.replacingRow[column] >= 0, NO_COLUMNS);
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

  /**
   * Sets the multipliers of the rows that determine the maxima, from the last period to the first, so that each m_t has
   * a reduced cost of 0. The multiplier is the cost of m_t, plus the multiplier of the row m_(t+1) ≥ m_t if that row
   * determines m_(t+1).
   */
  #settleRows(costs: Float64Array, z: Float64Array): void {
    for (let k = this.list.length - 1; k >= 0; k--) {
      const { variable, row } = this.list[k], next = this.list[k + 1];
      const isHandedOn = next !== undefined && next.variable === variable + 1 && next.leader !== next.variable;
      z[row] = costs[variable] + (isHandedOn ? z[next.row] : 0);
    }
  }
}

/** Passed for the columns to visit, so that a row visits its sparse terms alone and none of a dense matrix. */
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
