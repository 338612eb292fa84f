import type { Kernels } from "../kernels/mod.ts";
import { activeReturns } from "./active_returns.ts";
import { type DrawdownSums, drawdownSums } from "./drawdown_sums.ts";
import { drawdowns } from "./drawdowns.ts";
import { lossesOf } from "./losses_of.ts";
import { marketBeta } from "./market_beta.ts";
import { mean } from "./mean.ts";
import { meanLogGrowth } from "./mean_log_growth.ts";
import { centralMoment, deviationsOf, standardDeviationBy, varies } from "./standard_deviation.ts";

/** Deformation kappa of all relativistic metrics. */
export const METRIC_KAPPA = 0.3;

/** Type of the tail of the losses: their quantile at a confidence level, and the mean of the losses beyond it. */
type Tail = ReturnType<Kernels["measures"]["tail"]>;

/**
 * Class of simple returns of a portfolio, an asset or a benchmark, one for each period, with figures that several
 * measures share. Figures are computed on first use and kept, except `tailOfGains`. Nobody may write to the arrays.
 */
export class ReturnSeries {
  readonly values: Float64Array;
  readonly #tails = new Map<number, Tail>();
  readonly #entropicTails = new Map<number, number>();
  readonly #relativisticTails = new Map<number, number>();
  #ascendingLosses: Float64Array | null = null;
  #ascending: Float64Array | null = null;
  #mean: number | null = null;
  #standardDeviation: number | null = null;
  #varies: boolean | null = null;
  #deviations: Float64Array | null = null;
  #secondMoment: number | null = null;
  #drawdowns: Float64Array | null = null;
  #drawdownSums: DrawdownSums | null = null;
  #risingPeriods: Uint32Array | null = null;
  #fallingPeriods: Uint32Array | null = null;
  #besideBenchmark: BesideBenchmark | null = null;
  #meanLogGrowth: number | null = null;

  constructor(values: Float64Array) {
    this.values = values;
  }

  /** Returns an array of the series' returns in ascending order. */
  ascending({ measures }: Kernels): Float64Array {
    return this.#ascending ??= measures.ascending(this.values);
  }

  /** Returns an array of the series' losses, the negated returns, in ascending order. */
  ascendingLosses(kernels: Kernels): Float64Array {
    return this.#ascendingLosses ??= lossesOf(this.ascending(kernels)).reverse();
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
    return this.varies ? standardDeviationBy(this.secondMoment, this.values.length) : 0;
  }

  /** Whether the returns of the series differ by more than rounding. */
  get varies(): boolean {
    return this.#varies ??= varies(this.values);
  }

  /** The deviations of the series' returns from their mean. */
  get deviations(): Float64Array {
    return this.#deviations ??= deviationsOf(this.values, this.mean);
  }

  /** The second central moment of the series: the mean square of its deviations from the mean. */
  get secondMoment(): number {
    return this.#secondMoment ??= centralMoment(this.deviations, 2);
  }

  /** The compounded drawdown of the series after each period, in [0, 1]. */
  get drawdowns(): Float64Array {
    return this.#drawdowns ??= drawdowns(this.values);
  }

  /** The largest compounded drawdown of the series, and the sums of the drawdowns and of their squares. */
  get drawdownSums(): DrawdownSums {
    return this.#drawdownSums ??= drawdownSums(this.drawdowns);
  }

  /** The mean of log(1 + x) over the returns x of the series; -Infinity if a period lost everything. */
  get meanLogGrowth(): number {
    return this.#meanLogGrowth ??= meanLogGrowth(this.values);
  }

  /** The places of the periods with a return above 0. */
  get risingPeriods(): Uint32Array {
    return this.#risingPeriods ??= placesOf(this.values, (value) => value > 0);
  }

  /** The places of the periods with a return below 0. */
  get fallingPeriods(): Uint32Array {
    return this.#fallingPeriods ??= placesOf(this.values, (value) => value < 0);
  }

  /** Returns the active returns of the series: its returns less those of a benchmark on the same dates. */
  activeReturns(benchmark: ReturnSeries): ReturnSeries {
    return this.#beside(benchmark).active ??= new ReturnSeries(activeReturns(this.values, benchmark.values));
  }

  /** Returns the slope (beta) of the series on a benchmark on the same dates; null if the benchmark does not vary. */
  beta(benchmark: ReturnSeries): number | null {
    if (!benchmark.varies) return null;
    return this.#beside(benchmark).beta ??= marketBeta(this.deviations, benchmark.deviations);
  }

  /** Returns the figures beside a benchmark. Figures of the last benchmark are kept. */
  #beside(benchmark: ReturnSeries): BesideBenchmark {
    if (this.#besideBenchmark?.benchmark === benchmark) return this.#besideBenchmark;
    return this.#besideBenchmark = { benchmark, active: null, beta: null };
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
  entropicTail(confidence: number, kernels: Kernels): number {
    return knownOr(
      this.#entropicTails,
      confidence,
      () => kernels.measures.entropicTail(this.ascendingLosses(kernels), confidence),
    );
  }

  /** Returns the relativistic value at risk of the losses at a confidence level, with the kappa of metrics. */
  relativisticTail(confidence: number, kernels: Kernels): number {
    const level = { confidence, kappa: METRIC_KAPPA };
    return knownOr(
      this.#relativisticTails,
      confidence,
      () => kernels.measures.relativisticTail(this.ascendingLosses(kernels), level),
    );
  }
}

/** Figures of a return series that depend on a benchmark; null until they are computed. */
interface BesideBenchmark {
  readonly benchmark: ReturnSeries;
  active: ReturnSeries | null;
  beta: number | null;
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

function placesOf(values: Float64Array, isMeant: (value: number) => boolean): Uint32Array {
  const places = new Uint32Array(values.length);
  let count = 0;
  for (let t = 0; t < values.length; t++) if (isMeant(values[t])) places[count++] = t;
  return places.subarray(0, count);
}
