import { type Matrix, matrix } from "../domain/matrix.ts";
import { areProductRows, centredProducts, meansOf, type ProductRows } from "./centred_products.ts";
import { check, checkMatrix } from "./check_shapes.ts";
import { checkStatus, type CoreInstance } from "./core_instance.ts";

/** Computes moments of T × n returns, the newest row last. Throws a RangeError if there are too few rows. */
export class Statistics {
  readonly #instance: CoreInstance;

  constructor(instance: CoreInstance) {
    this.#instance = instance;
  }

  /** Returns the means of the columns. */
  means(returns: Matrix): Float64Array {
    checkObservations(returns, 1);
    return this.#instance.run((core, arena) => arena.readDoubles(meansOf(core, arena, returns), returns.columns));
  }

  /** Returns the sample covariance (ddof 1) of the columns. */
  covariance(returns: Matrix): Matrix {
    checkObservations(returns, 2);
    const n = returns.columns;
    return this.#instance.run((core, arena) => {
      const out = arena.doubles(n * n), means = meansOf(core, arena, returns);
      const strips = centredProducts(core, arena, { x: returns, means, first: 0, end: n });
      core.writeStrips(strips, 0, n, 1 / (returns.rows - 1), 1, out);
      return arena.readSquare(out, n);
    });
  }

  /**
   * Returns the rows `first` to `end` - 1 of the sample covariance (ddof 1), with `first` a multiple of 16, as a matrix
   * of `end` columns that is 0 above the diagonal. Its memory can be shared between threads. `means` are the means of
   * the columns. The rows have the same bits as in the whole matrix, so that several workers can compute it together.
   * Throws a RangeError for rows that the matrix does not have.
   */
  covarianceRows(returns: Matrix, { first, end, means }: ProductRows & { readonly means: Float64Array }): Matrix {
    checkObservations(returns, 2);
    const n = returns.columns;
    check(areProductRows({ first, end }, n), `Rows ${first} to ${end} are no share of a covariance of ${n} assets`);
    check(means.length === n, `${n} columns do not have ${means.length} means`);
    return this.#instance.run((core, arena) => {
      const count = (end - first) * end, out = arena.doubles(count);
      const strips = centredProducts(core, arena, { x: returns, means: arena.doubles(means), first, end });
      core.writeStrips(strips, first, end, 1 / (returns.rows - 1), 0, out);
      const rows = new Float64Array(new SharedArrayBuffer(8 * count));
      arena.copyDoubles(out, rows);
      return matrix(end - first, end, rows);
    });
  }

  /**
   * Returns the means, and the covariance about them, with row weights decay^(T-1-t), normalised, without bias
   * correction. Throws a RangeError unless 0 < decay ≤ 1.
   */
  exponentialMoments(returns: Matrix, decay: number): { means: Float64Array; covariance: Matrix } {
    checkObservations(returns, 1);
    if (!(decay > 0 && decay <= 1)) throw new RangeError(`A decay lies in (0, 1], got ${decay}`);
    return this.#instance.run((core, arena) => {
      const n = returns.columns;
      const [means, covariance] = [arena.doubles(n), arena.doubles(n * n)];
      const x = arena.doubles(returns.data);
      checkStatus(core.exponentialMoments(x, returns.rows, n, decay, means, covariance));
      return { means: arena.readDoubles(means, n), covariance: arena.readSquare(covariance, n) };
    });
  }

  /**
   * Returns the covariance (ddof 0) shrunk towards its mean variance times the identity. Ledoit and Wolf (2004), A
   * well-conditioned estimator for large-dimensional covariance matrices, Journal of Multivariate Analysis 88.
   */
  ledoitWolf(returns: Matrix): Matrix {
    checkObservations(returns, 1);
    return this.#instance.run((core, arena) => {
      const n = returns.columns;
      const [covariance, intensity] = [arena.doubles(n * n), arena.doubles(1)];
      checkStatus(core.ledoitWolf(arena.doubles(returns.data), returns.rows, n, covariance, intensity));
      return arena.readSquare(covariance, n);
    });
  }
}

function checkObservations(returns: Matrix, least: number): void {
  checkMatrix(returns);
  if (returns.rows < least) throw new RangeError(`At least ${least} observations are needed, got ${returns.rows}`);
}
