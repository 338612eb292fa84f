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

/** Computes dense linear algebra. Throws a RangeError if shapes disagree. */
export class LinearAlgebra {
  readonly #instance: CoreInstance;

  constructor(instance: CoreInstance) {
    this.#instance = instance;
  }

  /** Returns X'X, n × n, for a T × n matrix X. */
  crossProduct(x: Matrix): Matrix {
    checkMatrix(x);
    return this.#instance.run((core, arena) => {
      const out = arena.doubles(x.columns * x.columns);
      checkStatus(core.crossProduct(arena.doubles(x.data), x.rows, x.columns, out));
      return arena.readSquare(out, x.columns);
    });
  }

  /** Returns A B, m × n, for an m × k matrix A and a k × n matrix B. */
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
   * Returns the lower Cholesky factor L of S = L L' and an estimate of the condition number of S in the 1-norm. Returns
   * null if S is not positive definite up to rounding: a pivot is at most n ε times its diagonal entry.
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

  /** Solves L x = b, or L'x = b with `transposed`. Throws a RangeError if the diagonal has a zero. */
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
   * Solves A X = B for a square A, by Gaussian elimination with row pivots. Returns null if A is singular up to
   * rounding: a pivot is at most n ε times the largest entry of its column.
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
   * Returns the eigenvalues of a symmetric matrix in ascending order, and the matrix whose columns are the unit
   * eigenvectors. Only the lower triangle is read. Throws a RangeError if an entry is not finite.
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
