import { type Matrix, matrix } from "../domain/matrix.ts";
import { type Arena, checkStatus, CoreInstance } from "./core_instance.ts";
import * as quadratic from "./quadratic.ts";
import { simulate, sortIntoBrackets } from "./simulation.ts";
import type {
  BoxQuadraticAnswer,
  BoxQuadraticProgram,
  BracketedValues,
  CholeskyFactor,
  Core,
  Eigen,
  PathBlock,
  PathModel,
  QuadraticAnswer,
  QuadraticOptions,
  QuadraticProgram,
  SimulatedPaths,
} from "./types.ts";

/** Loads wasm/build/core.wasm; needs read permission for it. Its kernels throw `Stopped`, or a domain error `out_of_memory`. */
export async function loadCore(): Promise<WasmCore> {
  return new WasmCore(await CoreInstance.load());
}

/** The numeric core in WebAssembly. Shapes are checked before a call (RangeError), statuses after it. */
export class WasmCore implements Core {
  readonly #instance: CoreInstance;

  constructor(instance: CoreInstance) {
    this.#instance = instance;
  }

  crossProduct(x: Matrix): Matrix {
    checkMatrix(x);
    return this.#instance.run((exports, arena) => {
      const out = arena.doubles(x.columns * x.columns);
      checkStatus(exports.crossProduct(arena.doubles(x.data), x.rows, x.columns, out));
      return readSquare(arena, out, x.columns);
    });
  }

  multiply(a: Matrix, b: Matrix): Matrix {
    checkMatrix(a);
    checkMatrix(b);
    if (a.columns !== b.rows) {
      throw new RangeError(`Cannot multiply ${a.rows} × ${a.columns} by ${b.rows} × ${b.columns}`);
    }
    return this.#instance.run((exports, arena) => {
      const out = arena.doubles(a.rows * b.columns);
      const [left, right] = [arena.doubles(a.data), arena.doubles(b.data)];
      checkStatus(exports.gemm(left, right, a.rows, a.columns, b.columns, out));
      return matrix(a.rows, b.columns, arena.readDoubles(out, a.rows * b.columns));
    });
  }

  /** Null also where a pivot is lost in the rounding of its row: not above n ε times the diagonal entry. */
  cholesky(s: Matrix): CholeskyFactor | null {
    checkSquare(s);
    return this.#instance.run((exports, arena) => {
      const n = s.rows;
      const lower = arena.doubles(s.data);
      const norm = exports.normOne(lower, n);
      if (checkStatus(exports.cholesky(lower, n, n, n * Number.EPSILON)) < 0) return null;
      const conditionEstimate = norm * exports.inverseNormOne(lower, n);
      return { lower: withoutUpper(readSquare(arena, lower, n)), conditionEstimate };
    });
  }

  /** Throws RangeError where the diagonal has a zero. */
  solveTriangular(lower: Matrix, b: Float64Array, options: { transposed?: boolean } = {}): Float64Array {
    checkSquare(lower);
    checkLength(b, lower.rows);
    for (let i = 0; i < lower.rows; i++) {
      if (lower.data[i * lower.rows + i] === 0) {
        throw new RangeError(`Cannot solve with a zero on the diagonal, at ${i}`);
      }
    }
    return this.#instance.run((exports, arena) => {
      const [factor, x] = [arena.doubles(lower.data), arena.doubles(b)];
      if (options.transposed) exports.solveLowerTransposed(factor, lower.rows, x);
      else exports.solveLower(factor, lower.rows, x);
      return arena.readDoubles(x, b.length);
    });
  }

  /** Reads the lower triangle. Throws RangeError where an entry is not finite. */
  eigen(s: Matrix): Eigen {
    checkSquare(s);
    checkFinite(s.data);
    return this.#instance.run((exports, arena) => {
      const n = s.rows;
      const [values, vectors] = [arena.doubles(n), arena.doubles(n * n)];
      const status = checkStatus(exports.eigen(arena.doubles(s.data), n, values, vectors));
      if (status < 0) {
        throw new Error(`Cannot find the eigenvalues of a ${n} × ${n} matrix, the iteration did not converge`);
      }
      return { values: arena.readDoubles(values, n), vectors: readSquare(arena, vectors, n) };
    });
  }

  means(returns: Matrix): Float64Array {
    checkObservations(returns, 1);
    return this.#instance.run((exports, arena) => {
      const n = returns.columns;
      const [out, work] = [arena.doubles(n), arena.doubles(n)];
      exports.means(arena.doubles(returns.data), returns.rows, n, 0, out, work);
      return arena.readDoubles(out, n);
    });
  }

  covariance(returns: Matrix): Matrix {
    checkObservations(returns, 2);
    return this.#instance.run((exports, arena) => {
      const n = returns.columns;
      const out = arena.doubles(n * n);
      checkStatus(exports.covariance(arena.doubles(returns.data), returns.rows, n, 1, out));
      return readSquare(arena, out, n);
    });
  }

  /** Throws RangeError unless 0 < decay ≤ 1. */
  exponentialMoments(returns: Matrix, decay: number): { means: Float64Array; covariance: Matrix } {
    checkObservations(returns, 1);
    if (!(decay > 0 && decay <= 1)) throw new RangeError(`A decay lies in (0, 1], got ${decay}`);
    return this.#instance.run((exports, arena) => {
      const n = returns.columns;
      const [means, covariance] = [arena.doubles(n), arena.doubles(n * n)];
      const x = arena.doubles(returns.data);
      checkStatus(exports.exponentialMoments(x, returns.rows, n, decay, means, covariance));
      return { means: arena.readDoubles(means, n), covariance: readSquare(arena, covariance, n) };
    });
  }

  ledoitWolf(returns: Matrix): { covariance: Matrix; intensity: number } {
    checkObservations(returns, 1);
    return this.#instance.run((exports, arena) => {
      const n = returns.columns;
      const [covariance, intensity] = [arena.doubles(n * n), arena.doubles(1)];
      checkStatus(exports.ledoitWolf(arena.doubles(returns.data), returns.rows, n, covariance, intensity));
      return { covariance: readSquare(arena, covariance, n), intensity: arena.readDoubles(intensity, 1)[0] };
    });
  }

  /** Throws RangeError without losses, where one is not finite, or unless 0 < confidence < 1. */
  tail(losses: Float64Array, confidence: number): { valueAtRisk: number; conditionalValueAtRisk: number } {
    if (losses.length === 0) throw new RangeError("A tail needs at least one loss");
    checkFinite(losses);
    const mass = tailMass(losses.length, confidence);
    return this.#instance.run((exports, arena) => {
      const out = arena.doubles(2);
      checkStatus(exports.tail(arena.doubles(losses), losses.length, mass, out));
      const [valueAtRisk, conditionalValueAtRisk] = arena.readDoubles(out, 2);
      return { valueAtRisk, conditionalValueAtRisk };
    });
  }

  /** Throws RangeError where a value is not finite, or the ranks do not ascend within the values. */
  orderStatistics(values: Float64Array, ranks: Int32Array): Float64Array {
    checkFinite(values);
    checkRanks(ranks, values.length);
    return this.#instance.run((exports, arena) => {
      const x = arena.doubles(values);
      checkStatus(exports.selectRanks(x, values.length, arena.integers(ranks), ranks.length));
      return arena.readDoublesAt(x, ranks);
    });
  }

  sortIntoBrackets(values: Float64Array, thresholds: Float64Array, kept: Uint8Array): BracketedValues {
    return sortIntoBrackets(this.#instance, values, { thresholds: [thresholds], kept: [kept] });
  }

  simulate(model: PathModel, block: PathBlock, onProgress?: (fraction: number) => void): SimulatedPaths {
    return simulate(this.#instance, { model, block, onProgress });
  }

  solveQuadratic(program: QuadraticProgram, options: QuadraticOptions = {}): QuadraticAnswer {
    return quadratic.solveQuadratic(this.#instance, program, options);
  }

  solveBoxQuadratic(program: BoxQuadraticProgram, options: QuadraticOptions = {}): BoxQuadraticAnswer {
    return quadratic.solveBoxQuadratic(this.#instance, program, options);
  }
}

/** (1 - c) T without the rounding of 1 - c: at 0.95 the worst 50 of 1000, not 50.00000000000004. */
function tailMass(count: number, confidence: number): number {
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`A confidence lies in (0, 1), got ${confidence}`);
  const mass = (1 - confidence) * count;
  const whole = Math.round(mass);
  return whole > 0 && Math.abs(mass - whole) <= count * Number.EPSILON ? whole : mass;
}

function readSquare(arena: Arena, address: number, n: number): Matrix {
  return matrix(n, n, arena.readDoubles(address, n * n));
}

function withoutUpper(square: Matrix): Matrix {
  for (let i = 0; i < square.rows; i++) square.data.fill(0, i * square.rows + i + 1, (i + 1) * square.rows);
  return square;
}

function checkMatrix(of: Matrix): void {
  if (of.data.length !== of.rows * of.columns) {
    throw new RangeError(
      `A ${of.rows} × ${of.columns} matrix needs ${of.rows * of.columns} entries, got ${of.data.length}`,
    );
  }
}

function checkSquare(of: Matrix): void {
  checkMatrix(of);
  if (of.rows !== of.columns) throw new RangeError(`A square matrix is needed, got ${of.rows} × ${of.columns}`);
}

function checkObservations(returns: Matrix, least: number): void {
  checkMatrix(returns);
  if (returns.rows < least) throw new RangeError(`At least ${least} observations are needed, got ${returns.rows}`);
}

function checkLength(vector: Float64Array, length: number): void {
  if (vector.length !== length) throw new RangeError(`A vector of ${length} entries is needed, got ${vector.length}`);
}

function checkRanks(ranks: Int32Array, length: number): void {
  for (let i = 0; i < ranks.length; i++) {
    if (ranks[i] < (i === 0 ? 0 : ranks[i - 1]) || ranks[i] >= length) {
      throw new RangeError(`Ranks ascend from 0 below ${length}, got ${ranks[i]}`);
    }
  }
}

function checkFinite(values: Float64Array): void {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) throw new RangeError(`Entry ${i} is not finite, got ${values[i]}`);
  }
}
