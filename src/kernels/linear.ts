import { LinearArguments, Status } from "../../wasm/build/core_interface.ts";
import { type Arena, checkStatus, type CoreExports, type CoreInstance } from "./core_instance.ts";

/** A matrix in compressed sparse row form: the terms of row i have the indices start[i] to start[i + 1] - 1. */
export interface SparseRows {
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
}

/** The constraints lower ≤ x ≤ upper and rowLower ≤ A x ≤ rowUpper of a linear program. Limits may be infinite. */
export interface LinearProgram {
  readonly A: SparseRows;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly rowLower: Float64Array;
  readonly rowUpper: Float64Array;
}

/**
 * The answer to min c'x. `optimal`: the reduced cost c - A'y is at least 0 for x at its lower bound, at most 0 at its
 * upper bound, and 0 between; the multipliers y of the rows have the same signs. `unbounded`: c'x decreases along `ray`
 * without end. `work` counts multiplications.
 */
export interface LinearAnswer {
  readonly status: "optimal" | "infeasible" | "unbounded" | "iteration_limit";
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly ray: Float64Array | null;
  readonly pivots: number;
  readonly work: number;
}

/** Minimises an objective under the constraints of a program. */
export type Minimise = (objective: Float64Array) => LinearAnswer;

/** Solves linear programs by the primal simplex method of the core. */
export class LinearSolver {
  readonly #instance: CoreInstance;

  constructor(instance: CoreInstance) {
    this.#instance = instance;
  }

  /**
   * Calls `compute` with a function that minimises one objective after another, each from the vertex of the one before,
   * and returns its result. Throws a RangeError if sizes disagree. Only one program is open at a time: `compute` must
   * not use this solver again.
   */
  run<Made>(program: LinearProgram, compute: (minimise: Minimise) => Made): Made {
    checkSizes(program);
    return this.#instance.run((core, arena) => compute(minimiser(core, arena, program)));
  }
}

const STATUS_NAMES: Readonly<Record<number, LinearAnswer["status"]>> = {
  [Status.DONE]: "optimal",
  [Status.NOT_CONVERGED]: "iteration_limit",
  [Status.INFEASIBLE]: "infeasible",
  [Status.UNBOUNDED]: "unbounded",
};

function minimiser(core: CoreExports, arena: Arena, program: LinearProgram): Minimise {
  const { A, lower, upper, rowLower, rowUpper } = program;
  const n = lower.length, m = rowLower.length, columns = columnsOf(A, { n, m });
  const [objective, x, y, ray] = [arena.doubles(n), arena.doubles(n), arena.doubles(m), arena.doubles(n)];
  const given = arena.struct(LinearArguments, {
    ...{ objective, x, y, ray },
    variables: n,
    rows: m,
    rowStart: arena.integers(A.start),
    rowColumn: arena.integers(A.column),
    rowValue: arena.doubles(A.value),
    columnStart: arena.integers(columns.start),
    columnRow: arena.integers(columns.column),
    columnValue: arena.doubles(columns.value),
    lower: arena.doubles(joined(lower, rowLower)),
    upper: arena.doubles(joined(upper, rowUpper)),
    pivots: 0,
    work: 0,
  });
  checkStatus(core.linearBegin(given));
  return (costs) => {
    if (costs.length !== n) throw new RangeError(`An objective of ${n} variables has ${costs.length} entries`);
    arena.writeDoubles(objective, costs);
    const status = STATUS_NAMES[checkStatus(core.linearMinimise(given))];
    return {
      status,
      x: arena.readDoubles(x, n),
      y: arena.readDoubles(y, m),
      ray: status === "unbounded" ? arena.readDoubles(ray, n) : null,
      pivots: arena.field(LinearArguments, given, "pivots"),
      work: arena.field(LinearArguments, given, "work"),
    };
  };
}

function joined(first: Float64Array, second: Float64Array): Float64Array {
  const both = new Float64Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Returns the transposed form: the terms of each column. */
function columnsOf({ start, column, value }: SparseRows, { n, m }: { n: number; m: number }): SparseRows {
  const starts = new Int32Array(n + 1);
  for (const j of column) starts[j + 1]++;
  for (let j = 0; j < n; j++) starts[j + 1] += starts[j];
  const next = starts.slice(), rows = new Int32Array(column.length), values = new Float64Array(column.length);
  for (let i = 0; i < m; i++) {
    for (let k = start[i]; k < start[i + 1]; k++) {
      const at = next[column[k]]++;
      rows[at] = i;
      values[at] = value[k];
    }
  }
  return { start: starts, column: rows, value: values };
}

function checkSizes({ A, lower, upper, rowLower, rowUpper }: LinearProgram): void {
  const n = lower.length, m = rowLower.length, { start, column, value } = A;
  const hasRows = start.length === m + 1 && start[m] === column.length && column.length === value.length;
  const hasColumns = upper.length === n && rowUpper.length === m && column.every((j) => j >= 0 && j < n);
  if (!hasRows || !hasColumns) throw new RangeError(`The sizes of a linear program of ${n} variables disagree`);
}
