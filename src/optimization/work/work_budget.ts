import type { ConicProgram } from "../../kernels/conic.ts";

/** The work that a search may take is used up. */
export class OutOfWork extends Error {
  constructor() {
    super("The work that the search may take is used up");
    this.name = "OutOfWork";
  }
}

/**
 * Work counted by the sizes of what is solved and by no clock, so that the same search always ends at the same place.
 */
export class CountedWork {
  #left: number;

  /** `units` are about floating point operations. */
  constructor(units: number) {
    this.#left = units;
  }

  /** 0 or less once it is used up. */
  get left(): number {
    return this.#left;
  }

  spend(units: number): void {
    this.#left -= units;
  }
}

/** Work of which nothing more can be spent than there is. */
export class WorkBudget extends CountedWork {
  /** Throws `OutOfWork` where less is left. */
  override spend(units: number): void {
    super.spend(units);
    if (this.left < 0) throw new OutOfWork();
  }
}

/** What a search finds within some work; null where that is used up before. */
export function withinWork<Found>(units: number, search: (budget: WorkBudget) => Found): Found | null {
  return withinBudget(new WorkBudget(units), search);
}

/** The same of a budget that stands. */
export function withinBudget<Found>(budget: WorkBudget, search: (budget: WorkBudget) => Found): Found | null {
  try {
    return search(budget);
  } catch (error) {
    if (error instanceof OutOfWork) return null;
    throw error;
  }
}

/** Iterations that the interior point method takes as a rule. */
const ITERATIONS = 10;
/** Operations for each entry that is set up, scaled and multiplied with. */
const PER_ENTRY = 20;

/** Columns of no more entries, as those of hinges and parts, are eliminated before they fill anything. */
const FEW_ENTRIES = 3;

/**
 * About what a program costs: its factorisations go by the rows with several entries or by the columns, whichever is
 * less, those of few entries aside.
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
