import { type Program, quadraticTimes, type RunningMaxima } from "../program/program.ts";
import { reducedCostsAt } from "./certify.ts";
import { DROPPED, EQUALITY, type Reduction } from "./reduction.ts";

/** A running maximum that is the one before it, and so its leader, the last that may be more. */
interface Merged {
  readonly variable: number;
  readonly leader: number;
  /** That of m_t ≥ m_(t-1). */
  readonly row: number;
  /** How much it moves by where its leader moves by 1. */
  readonly factor: 1;
}

/** The running maxima of a reduction that need not be solved for, since nothing that counts is above those before. */
export class MergedMaxima {
  readonly #program: Program;
  /** In the order of the periods, series by series. */
  readonly list: readonly Merged[];

  constructor(program: Program, reduction: Reduction) {
    this.#program = program;
    this.list = program.maxima.flatMap((maxima) => mergedOf(maxima, reduction));
  }

  /** Sets the variables where their leaders stand. */
  settle(x: Float64Array): void {
    for (const { variable, leader } of this.list) x[variable] = x[leader];
  }

  /** Sets the multipliers of the rows so that none of the variables costs anything, where the rest of z stands. */
  settleMultipliers(x: Float64Array, z: Float64Array): void {
    if (this.list.length === 0) return;
    for (const { row } of this.list) z[row] = 0;
    this.#settleRows(reducedCostsAt(this.#program, quadraticTimes(this.#program, x), z), z);
  }

  /** The same in a proof that no point meets all, which knows no objective. */
  settleProof(z: Float64Array): void {
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
      z[row] = costs[variable] + (next?.variable === variable + 1 ? z[next.row] : 0);
    }
  }
}

function mergedOf({ offset, count, firstRow }: RunningMaxima, { free, rows }: Reduction): Merged[] {
  const merged: Merged[] = [];
  let leader = offset;
  for (let t = 1; t < count; t++) {
    const variable = offset + t, row = firstRow + count + t - 1;
    const isMerged = rows[firstRow + t] === DROPPED && rows[row] === EQUALITY && free[variable] && free[leader];
    if (isMerged) merged.push({ variable, leader, row, factor: 1 });
    else leader = variable;
  }
  return merged;
}
