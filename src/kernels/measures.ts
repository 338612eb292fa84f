import { Status } from "../../wasm/build/core_interface.ts";
import { checkFinite } from "./check_shapes.ts";
import { type Arena, checkStatus, type CoreExports, type CoreInstance } from "./core_instance.ts";

/** The mean and the extremes of a series. */
export interface SeriesExtent {
  readonly mean: number;
  readonly least: number;
  readonly largest: number;
}

/** The mean and the extremes of a series, and sums over the deviations d of its values from their mean. */
export interface SeriesSums extends SeriesExtent {
  /** Σ |d| over the deviations d from the mean. */
  readonly sizes: number;
  /** Σ d² over the deviations d from the mean. */
  readonly squares: number;
  /** Σ min(d, 0)² over the deviations d from the mean. */
  readonly squaresBelow: number;
  /** Σ d³ over the deviations d from the mean. */
  readonly cubes: number;
  /** Σ d⁴ over the deviations d from the mean. */
  readonly fourths: number;
}

/** Sums over the differences e of the values of a series from a target. */
export interface TargetSums {
  /** Σ max(e, 0) over the differences e = value - target. */
  readonly gains: number;
  /** Σ max(-e, 0) over the differences e = value - target. */
  readonly shortfalls: number;
  /** Σ min(e, 0)² over the differences e = value - target. */
  readonly squaresBelow: number;
}

/** Sums of powers of the deviations d of a series from its mean, as multiples of a scale, without overflow. */
export interface PowerSums {
  /** Sums of (d / scale)⁴ and of (d / scale)⁶ over all deviations d from the mean. */
  readonly all: { readonly scale: number; readonly fourths: number; readonly sixths: number };
  /** The same sums over the negative deviations only, with their own scale. */
  readonly below: { readonly scale: number; readonly fourths: number; readonly sixths: number };
}

/** The values of a series in ascending order, and Σ |x_i - x_j| over all pairs of them, each pair once. */
export interface Sorted {
  readonly ascending: Float64Array;
  readonly sumOfPairs: number;
}

/** Figures of the drawdowns of a return series. */
export interface DrawdownFigures {
  readonly deepest: number;
  /** The sum of the drawdowns, and the sum of their squares. */
  readonly sum: number;
  readonly squares: number;
  /**
   * The mean of the (1 - c) T largest of the T drawdowns at a confidence c, of which the last may count by a fraction.
   */
  readonly conditional: number;
}

/** Smallest number by which deviations are divided. Its inverse is finite. */
const LEAST_SCALE = 1e-300;

/** Computes measures of series of finite values. Throws a RangeError if a value is not finite. */
export class Measures {
  readonly #instance: CoreInstance;

  constructor(instance: CoreInstance) {
    this.#instance = instance;
  }

  /**
   * Computes the tail of T equally likely losses at a confidence c: the value at risk, which is the k-th largest loss
   * with k = ceil((1 - c) T), and the mean of the (1 - c) T largest losses, of which the last may count by a fraction.
   * `losses` may be only the largest of them; `count` is then T. Throws a RangeError without losses, unless 0 < c < 1,
   * or if `losses` may not contain the whole tail.
   */
  tail(
    losses: Float64Array,
    confidence: number,
    { count = losses.length }: { readonly count?: number } = {},
  ): { valueAtRisk: number; conditionalValueAtRisk: number } {
    checkTail(losses, confidence);
    if (losses.length < Math.min(count, Math.ceil((1 - confidence) * count))) {
      throw new RangeError(`The tail of ${count} losses has more than ${losses.length}`);
    }
    return this.#ofFinite(losses, (x, { core, arena }) => {
      const out = arena.doubles(2);
      checkStatus(core.tail(x, losses.length, count, confidence, out));
      const [valueAtRisk, conditionalValueAtRisk] = arena.readDoubles(out, 2);
      return { valueAtRisk, conditionalValueAtRisk };
    });
  }

  /**
   * Computes the entropic value at risk of T equally likely losses l at a confidence c: inf over u > 0 of
   * (log(mean(exp(u l))) - log(1 - c)) / u, which is the largest loss if the infimum is the limit for u → ∞. With
   * `areReturns` the values are returns, and the losses their negatives. Values in ascending order take less time.
   * Throws a RangeError without losses, or unless 0 < c < 1.
   */
  entropicTail(
    losses: Float64Array,
    confidence: number,
    { areReturns = false }: { readonly areReturns?: boolean } = {},
  ): number {
    checkTail(losses, confidence);
    return this.#ofFinite(losses, (x, { core, arena }) => {
      const out = arena.doubles(1);
      if (areReturns) core.negate(x, losses.length);
      requireDone(core.entropicTail(x, losses.length, -Math.log1p(-confidence), out));
      return arena.readDoubles(out, 1)[0];
    });
  }

  /**
   * Computes the relativistic value at risk of T equally likely losses at a confidence c and a deformation k (`kappa`):
   * their largest mean under probabilities q with Σ (q^(1+k) - q^(1-k)) at most s^k - s^-k for s = 1 / ((1 - c) T).
   * With `areReturns` the values are returns, and the losses their negatives. Values in ascending order take less time.
   * Throws a RangeError without losses, or unless 0 < c < 1 and 0 < k < 1.
   */
  relativisticTail(
    losses: Float64Array,
    { confidence, kappa, areReturns = false }: {
      readonly confidence: number;
      readonly kappa: number;
      readonly areReturns?: boolean;
    },
  ): number {
    checkTail(losses, confidence);
    if (!(kappa > 0 && kappa < 1)) throw new RangeError(`A kappa lies in (0, 1), got ${kappa}`);
    return this.#ofFinite(losses, (x, { core, arena }) => {
      const out = arena.doubles(1), tail = (1 - confidence) * losses.length;
      if (areReturns) core.negate(x, losses.length);
      requireDone(core.relativisticTail(x, losses.length, tail, kappa, out));
      return arena.readDoubles(out, 1)[0];
    });
  }

  /** Sorts the values in ascending order, -0 before 0, and sums the distances of all pairs. */
  sorted(values: Float64Array): Sorted {
    return this.#ofFinite(values, (x, { core, arena }) => {
      checkStatus(core.sort(x, values.length));
      const ascending = arena.readDoubles(x, values.length);
      return { ascending, sumOfPairs: values.length === 0 ? 0 : core.sumOfPairs(x, values.length) };
    });
  }

  /** Computes the mean, the extremes and sums over the deviations of a series of at least one value. */
  seriesSums(values: Float64Array): SeriesSums {
    checkNotEmpty(values);
    return this.#ofFinite(values, (x, { core, arena }) => {
      const out = arena.doubles(8);
      checkStatus(core.seriesSums(x, values.length, out));
      const [mean, least, largest, sizes, squares, squaresBelow, cubes, fourths] = arena.readDoubles(out, 8);
      return { mean, least, largest, sizes, squares, squaresBelow, cubes, fourths };
    });
  }

  /** Computes sums over the differences of a series from a target. */
  targetSums(values: Float64Array, target: number): TargetSums {
    return this.#ofFinite(values, (x, { core, arena }) => {
      const out = arena.doubles(3);
      checkStatus(core.targetSums(x, values.length, target, out));
      const [gains, shortfalls, squaresBelow] = arena.readDoubles(out, 3);
      return { gains, shortfalls, squaresBelow };
    });
  }

  /** Computes sums of the fourth and sixth powers of the deviations of a series from its mean. */
  powerSums(values: Float64Array, { mean, least, largest }: SeriesExtent): PowerSums {
    const scale = scaleOf(Math.max(largest - mean, mean - least)), scaleBelow = scaleOf(mean - least);
    return this.#ofFinite(values, (x, { core, arena }) => {
      const out = arena.doubles(4);
      checkStatus(core.powerSums(x, values.length, mean, scale, scaleBelow, out));
      const [fourths, sixths, fourthsBelow, sixthsBelow] = arena.readDoubles(out, 4);
      return {
        all: { scale, fourths, sixths },
        below: { scale: scaleBelow, fourths: fourthsBelow, sixths: sixthsBelow },
      };
    });
  }

  /**
   * Computes the compounded drawdown of a return series after each period: the fraction by which wealth is below its
   * highest value so far, the initial 1 included. Drawdowns are in [0, 1]: wealth that falls to 0 or below stays at 0.
   */
  drawdowns(returns: Float64Array): Float64Array {
    return this.#ofFinite(returns, (x, { core, arena }) => {
      checkStatus(core.drawdowns(x, returns.length, arena.doubles(3)));
      return arena.readDoubles(x, returns.length);
    });
  }

  /**
   * Computes figures of the compounded drawdowns of a return series. Throws a RangeError without returns, or unless 0 <
   * confidence < 1.
   */
  drawdownFigures(returns: Float64Array, confidence: number): DrawdownFigures {
    checkTail(returns, confidence);
    return this.#ofFinite(returns, (x, { core, arena }) => {
      const out = arena.doubles(3), tail = arena.doubles(2), count = returns.length;
      checkStatus(core.drawdowns(x, count, out));
      checkStatus(core.tail(x, count, count, confidence, tail));
      const [deepest, sum, squares] = arena.readDoubles(out, 3);
      return { deepest, sum, squares, conditional: arena.readDoubles(tail, 2)[1] };
    });
  }

  /**
   * Returns the order statistics of the values at ascending ranks from 0. Throws a RangeError unless the ranks ascend
   * and are below the number of values.
   */
  orderStatistics(values: Float64Array, ranks: Int32Array): Float64Array {
    checkRanks(ranks, values.length);
    return this.#ofFinite(values, (x, { core, arena }) => {
      checkStatus(core.selectRanks(x, values.length, arena.integers(ranks), ranks.length));
      return arena.readDoublesAt(x, ranks);
    });
  }

  /**
   * Calls `compute` with the address of a copy of the values, which must be finite. One more double behind the copy may
   * be overwritten. Throws a RangeError if a value is not finite.
   */
  #ofFinite<T>(
    values: Float64Array,
    compute: (x: number, at: { readonly core: CoreExports; readonly arena: Arena }) => T,
  ): T {
    const found = this.#instance.run((core, arena) => {
      const x = arena.doubles(values);
      return core.areFinite(x, values.length) === 0 ? null : { answer: compute(x, { core, arena }) };
    });
    if (found !== null) return found.answer;
    checkFinite(values);
    throw new Error("Cannot find the value that is not finite");
  }
}

/** Throws an Error if an iteration did not converge: its result is only a bound of unknown error. */
function requireDone(status: number): void {
  if (checkStatus(status) !== Status.DONE) throw new Error("Cannot find a tail risk: the iteration did not converge");
}

/** Returns the number by which deviations of up to `size` are divided; never 0. */
function scaleOf(size: number): number {
  return Math.max(size, LEAST_SCALE);
}

function checkNotEmpty(values: Float64Array): void {
  if (values.length === 0) throw new RangeError("A series needs at least one value");
}

function checkTail(losses: Float64Array, confidence: number): void {
  if (losses.length === 0) throw new RangeError("A tail needs at least one loss");
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`A confidence lies in (0, 1), got ${confidence}`);
}

function checkRanks(ranks: Int32Array, length: number): void {
  for (let i = 0; i < ranks.length; i++) {
    if (ranks[i] < (i === 0 ? 0 : ranks[i - 1]) || ranks[i] >= length) {
      throw new RangeError(`Ranks ascend from 0 below ${length}, got ${ranks[i]}`);
    }
  }
}
