import { Status } from "../../wasm/build/core_interface.ts";
import { type Matrix, matrix } from "../domain/matrix.ts";
import { checkFinite, checkMatrix } from "./check_shapes.ts";
import { checkStatus, type CoreInstance } from "./core_instance.ts";

export interface CholeskyFactor {
  readonly lower: Matrix;
  readonly conditionEstimate: number;
}

export interface Eigen {
  readonly values: Float64Array;
  readonly vectors: Matrix;
}

/** Dense linear algebra. Throws a RangeError where shapes disagree. */
export class LinearAlgebra {
  readonly #instance: CoreInstance;

  constructor(instance: CoreInstance) {
    this.#instance = instance;
  }

  /** X'X, n × n, of a T × n matrix. */
  crossProduct(x: Matrix): Matrix {
    checkMatrix(x);
    return this.#instance.run((core, arena) => {
      const out = arena.doubles(x.columns * x.columns);
      checkStatus(core.crossProduct(arena.doubles(x.data), x.rows, x.columns, out));
      return arena.readSquare(out, x.columns);
    });
  }

  /** A B, of an m × k and a k × n matrix. */
  multiply(a: Matrix, b: Matrix): Matrix {
    checkMatrix(a);
    checkMatrix(b);
    if (a.columns !== b.rows) {
      throw new RangeError(`Cannot multiply ${a.rows} × ${a.columns} by ${b.rows} × ${b.columns}`);
    }
    return this.#instance.run((core, arena) => {
      const out = arena.doubles(a.rows * b.columns);
      const [left, right] = [arena.doubles(a.data), arena.doubles(b.data)];
      checkStatus(core.gemm(left, right, a.rows, a.columns, b.columns, out));
      return matrix(a.rows, b.columns, arena.readDoubles(out, a.rows * b.columns));
    });
  }

  /**
   * The lower factor L of S = L L', and an estimate of the condition number of S in the 1-norm; null where S is not
   * positive definite, or a pivot is lost in the rounding of its row: not above n ε times the diagonal entry.
   */
  cholesky(s: Matrix): CholeskyFactor | null {
    checkSquare(s);
    return this.#instance.run((core, arena) => {
      const n = s.rows;
      const lower = arena.doubles(s.data);
      const norm = core.normOne(lower, n);
      const status = checkStatus(core.cholesky(lower, n, n, n * Number.EPSILON));
      if (status === Status.NOT_POSITIVE_DEFINITE) return null;
      const conditionEstimate = norm * core.inverseNormOne(lower, n);
      return { lower: withoutUpper(arena.readSquare(lower, n)), conditionEstimate };
    });
  }

  /** x of L x = b, or of L' x = b with `transposed`. Throws a RangeError where the diagonal has a zero. */
  solveTriangular(lower: Matrix, b: Float64Array, options: { transposed?: boolean } = {}): Float64Array {
    checkSquare(lower);
    checkLength(b, lower.rows);
    for (let i = 0; i < lower.rows; i++) {
      if (lower.data[i * lower.rows + i] === 0) {
        throw new RangeError(`Cannot solve with a zero on the diagonal, at ${i}`);
      }
    }
    return this.#instance.run((core, arena) => {
      const [factor, x] = [arena.doubles(lower.data), arena.doubles(b)];
      if (options.transposed) core.solveLowerTransposed(factor, lower.rows, x);
      else core.solveLower(factor, lower.rows, x);
      return arena.readDoubles(x, b.length);
    });
  }

  /**
   * X of A X = B for a square A, by elimination with row pivots; null where A is singular: a column has nothing left
   * above n ε times its largest entry.
   */
  solve(a: Matrix, b: Matrix): Matrix | null {
    checkSquare(a);
    checkMatrix(b);
    if (b.rows !== a.rows) throw new RangeError(`Cannot solve ${a.rows} equations for ${b.rows} rows`);
    return this.#instance.run((core, arena) => {
      const n = a.rows;
      const [x, work] = [arena.doubles(b.data), arena.doubles(n)];
      const status = checkStatus(core.solve(arena.doubles(a.data), n, x, b.columns, n * Number.EPSILON, work));
      return status === Status.DONE ? matrix(n, b.columns, arena.readDoubles(x, n * b.columns)) : null;
    });
  }

  /**
   * Eigenvalues of a symmetric matrix in ascending order and the matrix whose columns are their unit eigenvectors; its
   * lower triangle is read. Throws a RangeError where an entry is not finite.
   */
  eigen(s: Matrix): Eigen {
    checkSquare(s);
    checkFinite(s.data);
    return this.#instance.run((core, arena) => {
      const n = s.rows;
      const [values, vectors] = [arena.doubles(n), arena.doubles(n * n)];
      const status = checkStatus(core.eigen(arena.doubles(s.data), n, values, vectors));
      if (status !== Status.DONE) {
        throw new Error(`Cannot find the eigenvalues of a ${n} × ${n} matrix, the iteration did not converge`);
      }
      return { values: arena.readDoubles(values, n), vectors: arena.readSquare(vectors, n) };
    });
  }
}

function withoutUpper(square: Matrix): Matrix {
  for (let i = 0; i < square.rows; i++) square.data.fill(0, i * square.rows + i + 1, (i + 1) * square.rows);
  return square;
}

function checkSquare(of: Matrix): void {
  checkMatrix(of);
  if (of.rows !== of.columns) throw new RangeError(`A square matrix is needed, got ${of.rows} × ${of.columns}`);
}

function checkLength(vector: Float64Array, length: number): void {
  if (vector.length !== length) throw new RangeError(`A vector of ${length} entries is needed, got ${vector.length}`);
}
