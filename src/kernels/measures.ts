import { Status } from "../../wasm/build/core_interface.ts";
import { checkFinite } from "./check_shapes.ts";
import { checkStatus, type CoreInstance } from "./core_instance.ts";

/** Order statistics of finite values, by selection. Throws a RangeError where a value is not finite. */
export class Measures {
  readonly #instance: CoreInstance;

  constructor(instance: CoreInstance) {
    this.#instance = instance;
  }

  /**
   * The tail of T equally likely losses at a confidence: the k-th largest loss with k = ceil((1-c)T), and the mean of
   * the worst (1-c)T, a fractional one weighted exactly. Where the losses are the largest of more, `count` is T. Throws
   * a RangeError without losses, unless 0 < confidence < 1, or where the tail may have more than there are.
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
    return this.#instance.run((core, arena) => {
      const out = arena.doubles(2);
      checkStatus(core.tail(arena.doubles(losses), losses.length, count, confidence, out));
      const [valueAtRisk, conditionalValueAtRisk] = arena.readDoubles(out, 2);
      return { valueAtRisk, conditionalValueAtRisk };
    });
  }

  /**
   * Entropic value at risk of T equally likely losses l at a confidence c: inf over u > 0 of (log(mean(exp(u l))) -
   * log(1 - c)) / u, the worst loss where that is its limit. Throws a RangeError without losses, or unless 0 < c < 1.
   */
  entropicTail(losses: Float64Array, confidence: number): number {
    checkTail(losses, confidence);
    return this.#instance.run((core, arena) => {
      const out = arena.doubles(1);
      requireDone(core.entropicTail(arena.doubles(losses), losses.length, -Math.log1p(-confidence), out));
      return arena.readDoubles(out, 1)[0];
    });
  }

  /**
   * Relativistic value at risk of T equally likely losses at a confidence c: their worst mean under shares q with Σ
   * (q^(1+k) - q^(1-k)) at most s^k - s^-k for s = 1 / ((1 - c) T). Throws a RangeError without losses, or unless 0 < c
   * < 1 and 0 < k < 1.
   */
  relativisticTail(losses: Float64Array, { confidence, kappa }: { confidence: number; kappa: number }): number {
    checkTail(losses, confidence);
    if (!(kappa > 0 && kappa < 1)) throw new RangeError(`A kappa lies in (0, 1), got ${kappa}`);
    return this.#instance.run((core, arena) => {
      const out = arena.doubles(1), tail = (1 - confidence) * losses.length;
      requireDone(core.relativisticTail(arena.doubles(losses), losses.length, tail, kappa, out));
      return arena.readDoubles(out, 1)[0];
    });
  }

  /** The values in ascending order, -0 before 0. Throws a RangeError where one is not finite. */
  ascending(values: Float64Array): Float64Array {
    checkFinite(values);
    return this.#instance.run((core, arena) => {
      const x = arena.doubles(values);
      checkStatus(core.sort(x, values.length));
      return arena.readDoubles(x, values.length);
    });
  }

  /**
   * The values at ascending ranks from 0: what a sort would put there. Throws a RangeError unless the ranks ascend
   * within the values.
   */
  orderStatistics(values: Float64Array, ranks: Int32Array): Float64Array {
    checkFinite(values);
    checkRanks(ranks, values.length);
    return this.#instance.run((core, arena) => {
      const x = arena.doubles(values);
      checkStatus(core.selectRanks(x, values.length, arena.integers(ranks), ranks.length));
      return arena.readDoublesAt(x, ranks);
    });
  }
}

/** Of an iteration that did not converge there is a bound, and nothing says how far from the value. */
function requireDone(status: number): void {
  if (checkStatus(status) !== Status.DONE) throw new Error("Cannot find a tail risk: the iteration did not converge");
}

function checkTail(losses: Float64Array, confidence: number): void {
  if (losses.length === 0) throw new RangeError("A tail needs at least one loss");
  checkFinite(losses);
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`A confidence lies in (0, 1), got ${confidence}`);
}

function checkRanks(ranks: Int32Array, length: number): void {
  for (let i = 0; i < ranks.length; i++) {
    if (ranks[i] < (i === 0 ? 0 : ranks[i - 1]) || ranks[i] >= length) {
      throw new RangeError(`Ranks ascend from 0 below ${length}, got ${ranks[i]}`);
    }
  }
}
