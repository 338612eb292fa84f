import type { ConicProgram } from "../../kernels/conic.ts";

/** Thrown when a search has used its work budget. */
export class OutOfWork extends Error {
  constructor() {
    super("The work that the search may take is used up");
    this.name = "OutOfWork";
  }
}

/**
 * A count of work computed from the sizes of the solved programs, never from a clock, so that a search ends at the same
 * place on every machine.
 */
export class CountedWork {
  #left: number;

  /** `units` are approximately floating-point operations. */
  constructor(units: number) {
    this.#left = units;
  }

  /** Remaining work; 0 or less when it is used up. */
  get left(): number {
    return this.#left;
  }

  spend(units: number): void {
    this.#left -= units;
  }
}

/** A count of work that throws when it is overspent. */
export class WorkBudget extends CountedWork {
  /** Subtracts the work. Throws `OutOfWork` if the budget held less. */
  override spend(units: number): void {
    super.spend(units);
    if (this.left < 0) throw new OutOfWork();
  }
}

/** Runs a search with a new budget of `units`; null if the search runs out of it. */
export function withinWork<Found>(units: number, search: (budget: WorkBudget) => Found): Found | null {
  return withinBudget(new WorkBudget(units), search);
}

/** Runs a search with an existing budget; null if the search runs out of it. */
export function withinBudget<Found>(budget: WorkBudget, search: (budget: WorkBudget) => Found): Found | null {
  try {
    return search(budget);
  } catch (error) {
    if (error instanceof OutOfWork) return null;
    throw error;
  }
}

/**
 * Iterations that the estimated work of a conic solve counts. The interior-point method typically needs about as many.
 */
const ITERATIONS = 10;
/** Operations in each iteration for each matrix entry: setup, scaling and products. */
const PER_ENTRY = 20;

/**
 * Columns with at most this many entries, such as those of hinges and of positive and negative parts, are eliminated
 * without fill-in.
 */
const FEW_ENTRIES = 3;

/**
 * Estimated operations of a conic solve. The factorisation eliminates rows or columns, and the estimate takes the
 * cheaper of the two; rows of one entry and columns of few entries add no fill-in.
 */
export function workOf({ A }: Pick<ConicProgram, "A">): number {
  const inRow = new Uint32Array(A.rows);
  for (const row of A.rowIndex) inRow[row]++;
  let [dense, byRows] = [0, 0];
  for (const count of inRow) {
    if (count < 2) continue;
    dense++;
    byRows += count ** 2;
  }
  let [filled, byColumns] = [0, 0];
  for (let j = 0; j < A.columns; j++) {
    let count = 0;
    for (let k = A.columnStart[j]; k < A.columnStart[j + 1]; k++) if (inRow[A.rowIndex[k]] >= 2) count++;
    if (count > FEW_ENTRIES) filled++;
    byColumns += count ** 2;
  }
  const factor = Math.min(byColumns + dense ** 3 / 3, byRows + filled ** 3 / 3);
  return ITERATIONS * (PER_ENTRY * A.rowIndex.length + factor);
}
