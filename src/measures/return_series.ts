import type { Kernels } from "../kernels/mod.ts";
import { drawdowns } from "./drawdowns.ts";
import { lossesOf } from "./losses_of.ts";
import { mean } from "./mean.ts";
import { deviationsOf, standardDeviationOf, varies } from "./standard_deviation.ts";

/** Deformation kappa of all relativistic metrics. */
export const METRIC_KAPPA = 0.3;

/**
 * Number of periods that are compounded before a logarithm is taken (`COMPOUNDED`), and the absolute growth that ends a
 * group earlier (`HALF_LOST`), because larger growth would lose digits.
 */
const COMPOUNDED = 16, HALF_LOST = 0.5;

/** Type of the tail of the losses: their quantile at a confidence level, and the mean of the losses beyond it. */
type Tail = ReturnType<Kernels["measures"]["tail"]>;

/**
 * Class of simple returns of a portfolio, an asset or a benchmark, one for each period, with figures that several
 * measures share. Figures are computed on first use and kept, except `deepestDrawdown` and `tailOfGains`. Nobody may
 * write to the arrays.
 */
export class ReturnSeries {
  readonly values: Float64Array;
  readonly #tails = new Map<number, Tail>();
  readonly #entropicTails = new Map<number, number>();
  readonly #relativisticTails = new Map<number, number>();
  #losses: Float64Array | null = null;
  #ascending: Float64Array | null = null;
  #mean: number | null = null;
  #standardDeviation: number | null = null;
  #varies: boolean | null = null;
  #deviations: Float64Array | null = null;
  #drawdowns: Float64Array | null = null;
  #meanLogGrowth: number | null = null;

  constructor(values: Float64Array) {
    this.values = values;
  }

  /** The losses of the series: the negated returns. */
  get losses(): Float64Array {
    return this.#losses ??= lossesOf(this.values);
  }

  /** Returns an array of the series' returns in ascending order. */
  ascending({ measures }: Kernels): Float64Array {
    return this.#ascending ??= measures.ascending(this.values);
  }

  /** The arithmetic mean of the series' returns. */
  get mean(): number {
    return this.#mean ??= mean(this.values);
  }

  /** The sample standard deviation of the returns; 0 without variation, NaN for fewer than two returns. */
  get standardDeviation(): number {
    return this.#standardDeviation ??= this.#ownStandardDeviation();
  }

  #ownStandardDeviation(): number {
    if (this.values.length < 2) return NaN;
    return this.varies ? standardDeviationOf(this.deviations) : 0;
  }

  /** Whether the returns of the series differ by more than rounding. */
  get varies(): boolean {
    return this.#varies ??= varies(this.values);
  }

  /** The deviations of the series' returns from their mean. */
  get deviations(): Float64Array {
    return this.#deviations ??= deviationsOf(this.values, this.mean);
  }

  /** The compounded drawdown of the series after each period, in [0, 1]. */
  get drawdowns(): Float64Array {
    return this.#drawdowns ??= drawdowns(this.values);
  }

  /** The largest compounded drawdown of the series, in [0, 1]; 0 without a drawdown. */
  get deepestDrawdown(): number {
    const { drawdowns } = this;
    let deepest = 0;
    for (let t = 0; t < drawdowns.length; t++) if (drawdowns[t] > deepest) deepest = drawdowns[t];
    return deepest;
  }

  /** The mean of log(1 + x) over the returns x of the series; -Infinity if a period lost everything. */
  get meanLogGrowth(): number {
    return this.#meanLogGrowth ??= meanLogGrowthOf(this.values);
  }

  /** Returns the value at risk of the losses at a confidence level, and the mean of the losses beyond it. */
  tail(confidence: number, kernels: Kernels): Tail {
    const known = this.#tails.get(confidence);
    if (known !== undefined) return known;
    const worst = this.ascending(kernels).subarray(0, tailLength(this.values.length, confidence));
    const tail = kernels.measures.tail(lossesOf(worst), confidence, { count: this.values.length });
    this.#tails.set(confidence, tail);
    return tail;
  }

  /** Returns the quantile of the gains at a confidence level, and the mean of the gains beyond it. */
  tailOfGains(confidence: number, kernels: Kernels): Tail {
    const count = this.values.length;
    const best = this.ascending(kernels).subarray(count - tailLength(count, confidence));
    return kernels.measures.tail(best, confidence, { count });
  }

  /** Returns the entropic value at risk of the losses at a confidence level. */
  entropicTail(confidence: number, { measures }: Kernels): number {
    return knownOr(this.#entropicTails, confidence, () => measures.entropicTail(this.losses, confidence));
  }

  /** Returns the relativistic value at risk of the losses at a confidence level, with the kappa of metrics. */
  relativisticTail(confidence: number, { measures }: Kernels): number {
    const level = { confidence, kappa: METRIC_KAPPA };
    return knownOr(this.#relativisticTails, confidence, () => measures.relativisticTail(this.losses, level));
  }
}

/** Returns the largest number of periods that the tail at a confidence level can have, out of `count` periods. */
function tailLength(count: number, confidence: number): number {
  return Math.min(count, Math.ceil((1 - confidence) * count));
}

function knownOr(values: Map<number, number>, key: number, compute: () => number): number {
  const known = values.get(key);
  if (known !== undefined) return known;
  const value = compute();
  values.set(key, value);
  return value;
}

/**
 * Returns the mean of log(1 + x) over returns x. Compounds several periods before each logarithm, because a logarithm
 * is costly.
 */
function meanLogGrowthOf(values: Float64Array): number {
  let sum = 0, growth = 0;
  for (let t = 0; t < values.length; t++) {
    if (values[t] <= -1) return -Infinity;
    growth += values[t] * (1 + growth);
    if (t % COMPOUNDED < COMPOUNDED - 1 && growth > -HALF_LOST && growth < HALF_LOST) continue;
    sum += Math.log1p(growth);
    growth = 0;
  }
  return (sum + Math.log1p(growth)) / values.length;
}
