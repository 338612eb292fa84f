import { type Program, quadraticTimes } from "../program/program.ts";
import { reducedCostsAt } from "../program/reduced_costs.ts";
import { DROPPED, EQUALITY, type Reduction } from "./reduction.ts";
import type { SetVariable, Substitution } from "./substitution.ts";

/** A free variable that an equality determines, because no other variable of the row is free. */
interface DeterminedVariable extends SetVariable {
  readonly coefficient: number;
}

/** Variables that one equality determines, such as weights held at a value and trades of 0. */
export class Determined implements Substitution {
  readonly #program: Program;
  readonly list: readonly DeterminedVariable[];
  readonly following = [];
  readonly replacingRow = null;
  readonly rowsOfReplaced = [];

  constructor(program: Program, reduction: Reduction) {
    this.#program = program;
    this.list = withinBounds(program, reduction, singles(program, reduction));
  }

  setPoint(x: Float64Array): void {
    if (this.list.length === 0) return;
    const s = this.#program.rows.evaluate(x);
    for (const { variable, row, coefficient } of this.list) x[variable] -= s[row] / coefficient;
  }

  setMultipliers(x: Float64Array, z: Float64Array): void {
    if (this.list.length === 0) return;
    for (const { row } of this.list) z[row] = 0;
    const costs = reducedCostsAt(this.#program, quadraticTimes(this.#program, x), z);
    for (const { variable, row, coefficient } of this.list) z[row] = costs[variable] / coefficient;
  }

  /**
   * Sets the multipliers of the rows so that z'(C x + c), the sum of all rows times their multipliers z, does not
   * depend on these variables.
   */
  setProof(_: Float64Array, z: Float64Array): void {
    if (this.list.length === 0) return;
    for (const { row } of this.list) z[row] = 0;
    const slopes = new Float64Array(this.#program.size);
    this.#program.rows.addTransposed(z, slopes);
    for (const { variable, row, coefficient } of this.list) z[row] = -slopes[variable] / coefficient;
  }
}

/**
 * Returns the equalities with exactly one free variable. A variable that several rows of rules determine is left out,
 * because its reduced cost does not tell their multipliers apart. A definition counts only if no rule determines the
 * same variable.
 */
function singles(program: Program, { free, rows }: Reduction): DeterminedVariable[] {
  const ruled: DeterminedVariable[] = [], defined: DeterminedVariable[] = [], times = new Map<number, number>();
  for (const { cone, firstRow, rows: count, isDefinition } of program.blocks) {
    if (!cone.isLinear || (isDefinition && !cone.isEquality)) continue;
    for (let row = firstRow; row < firstRow + count; row++) {
      if (cone.isEquality ? rows[row] === DROPPED : rows[row] !== EQUALITY) continue;
      let moving = 0, variable = -1, coefficient = 0;
      program.rows.forEachTerm(row, (column, value) => {
        if (!free[column]) return;
        moving++;
        variable = column;
        coefficient = value;
      });
      if (moving !== 1) continue;
      if (cone.isEquality) (isDefinition ? defined : ruled).push({ variable, row, coefficient });
      if (!isDefinition) times.set(variable, (times.get(variable) ?? 0) + 1);
    }
  }
  return [
    ...ruled.filter(({ variable }) => times.get(variable) === 1),
    ...firstOfEach(defined).filter(({ variable }) => !times.has(variable)),
  ];
}

/** Returns the first definition of each variable. Further definitions keep their multipliers. */
function firstOfEach(defined: readonly DeterminedVariable[]): DeterminedVariable[] {
  const first = new Map<number, DeterminedVariable>();
  for (const one of defined) if (!first.has(one.variable)) first.set(one.variable, one);
  return [...first.values()];
}

/**
 * Leaves out a variable whose row demands a value outside its bounds. A solver proves such a conflict with the
 * multipliers of both the row and the bound.
 */
function withinBounds(
  { rows, lower, upper }: Program,
  { origin }: Reduction,
  determined: DeterminedVariable[],
): DeterminedVariable[] {
  if (determined.length === 0) return determined;
  const s = rows.evaluate(origin);
  return determined.filter(({ variable, row, coefficient }) => {
    const value = origin[variable] - s[row] / coefficient;
    return value >= lower[variable] && value <= upper[variable];
  });
}
