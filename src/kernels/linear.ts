import { LinearArguments, Status } from "../../wasm/build/core_interface.ts";
import { type Arena, checkStatus, type CoreExports, type CoreInstance } from "./core_instance.ts";

/** Rows of a matrix: the terms of row i are from start[i] on, before start[i + 1]. */
export interface SparseRows {
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
}

/** lower ≤ x ≤ upper and rowLower ≤ A x ≤ rowUpper; limits may be infinite. */
export interface LinearProgram {
  readonly A: SparseRows;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly rowLower: Float64Array;
  readonly rowUpper: Float64Array;
}

/**
 * The least of c'x. `optimal`: c - A'y is 0 or more where x is at its lower bound, 0 or less at its upper, 0 between,
 * and y as much for the rows. `unbounded`: x moves along `ray` for ever and c'x falls. `work` counts multiplications.
 */
export interface LinearAnswer {
  readonly status: "optimal" | "infeasible" | "unbounded" | "iteration_limit";
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly ray: Float64Array | null;
  readonly pivots: number;
  readonly work: number;
}

/** The least of an objective under the rows and bounds of a program. */
export type Minimise = (objective: Float64Array) => LinearAnswer;

/** Linear programs by the primal simplex of the core. */
export class LinearSolver {
  readonly #instance: CoreInstance;

  constructor(instance: CoreInstance) {
    this.#instance = instance;
  }

  /**
   * What is made of the least of objectives, one after the other, each from the vertex of the one before. Throws a
   * RangeError where sizes disagree. One program at a time: `compute` may use any kernel but this.
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

/** The same matrix by its columns. */
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
