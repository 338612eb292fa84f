import type { Kernels } from "../kernels/mod.ts";
import { activeReturns } from "./active_returns.ts";
import { betaOf } from "./beta_of.ts";
import { meanLogGrowth } from "./mean_log_growth.ts";
import { deviationsOf, differByMoreThanRounding, standardDeviationBy } from "./standard_deviation.ts";

/** Deformation kappa of all relativistic metrics. */
export const METRIC_KAPPA = 0.3;

type Measures = Kernels["measures"];
/** Type of the tail of the losses: their quantile at a confidence level, and the mean of the losses beyond it. */
type Tail = ReturnType<Measures["tail"]>;
type Sums = ReturnType<Measures["seriesSums"]>;
type PowerSums = ReturnType<Measures["powerSums"]>;
type TargetSums = ReturnType<Measures["targetSums"]>;
type Sorted = ReturnType<Measures["sorted"]>;
type DrawdownFigures = ReturnType<Measures["drawdownFigures"]>;

/**
 * Class of simple returns of a portfolio, an asset or a benchmark, one for each period and at least one, with figures
 * that several measures share. Figures are computed on first use and kept. Nobody may write to the arrays.
 */
export class ReturnSeries {
  readonly values: Float64Array;
  readonly #kernels: Measures;
  readonly #tails = new Map<number, Tail>();
  readonly #entropicTails = new Map<number, number>();
  readonly #relativisticTails = new Map<number, number>();
  readonly #targetSums = new Map<number, TargetSums>();
  readonly #drawdownFigures = new Map<number, DrawdownFigures>();
  #sorted: Sorted | null = null;
  #sums: Sums | null = null;
  #powerSums: PowerSums | null = null;
  #deviations: Float64Array | null = null;
  #meanLogGrowth: number | null = null;
  #risingPeriods: Uint32Array | null = null;
  #fallingPeriods: Uint32Array | null = null;
  #besideBenchmark: BesideBenchmark | null = null;

  constructor(values: Float64Array, { measures }: Pick<Kernels, "measures">) {
    this.values = values;
    this.#kernels = measures;
  }

  /** The series' returns in ascending order, and the sum of the differences of all pairs of them. */
  get sorted(): Sorted {
    return this.#sorted ??= this.#kernels.sorted(this.values);
  }

  /** The mean and the extremes of the returns, and sums over their deviations from the mean. */
  get sums(): Sums {
    return this.#sums ??= this.#kernels.seriesSums(this.values);
  }

  /** Sums of the fourth and sixth powers of the deviations of the returns from their mean. */
  get powerSums(): PowerSums {
    return this.#powerSums ??= this.#kernels.powerSums(this.values, this.sums);
  }

  /** The arithmetic mean of the series' returns. */
  get mean(): number {
    return this.sums.mean;
  }

  /** The second central moment of the series: the mean square of its deviations from the mean. */
  get secondMoment(): number {
    return this.sums.squares / this.values.length;
  }

  /** The sample standard deviation of the returns; 0 without variation, NaN for fewer than two returns. */
  get standardDeviation(): number {
    if (this.values.length < 2) return NaN;
    return this.varies ? standardDeviationBy(this.secondMoment, this.values.length) : 0;
  }

  /** Whether the returns of the series differ by more than rounding. */
  get varies(): boolean {
    return differByMoreThanRounding(this.sums);
  }

  /** The deviations of the series' returns from their mean. */
  get deviations(): Float64Array {
    return this.#deviations ??= deviationsOf(this.values, this.mean);
  }

  /** The mean of log(1 + x) over the returns x of the series; -Infinity if a period lost everything. */
  get meanLogGrowth(): number {
    return this.#meanLogGrowth ??= meanLogGrowth(this.values);
  }

  /** Numbers of the periods with a return above 0, counted from 0. */
  get risingPeriods(): Uint32Array {
    return this.#risingPeriods ??= placesOf(this.values, (value) => value > 0);
  }

  /** Numbers of the periods with a return below 0, counted from 0. */
  get fallingPeriods(): Uint32Array {
    return this.#fallingPeriods ??= placesOf(this.values, (value) => value < 0);
  }

  /** Returns sums over the differences of the returns from a target. */
  targetSums(target: number): TargetSums {
    return knownOr(this.#targetSums, target, () => this.#kernels.targetSums(this.values, target));
  }

  /** Returns the active returns of the series: its returns less those of a benchmark on the same dates. */
  activeReturns(benchmark: ReturnSeries): ReturnSeries {
    const beside = this.#beside(benchmark);
    return beside.active ??= new ReturnSeries(activeReturns(this.values, benchmark.values), {
      measures: this.#kernels,
    });
  }

  /** Returns the slope (beta) of the series on a benchmark on the same dates; null if the benchmark does not vary. */
  beta(benchmark: ReturnSeries): number | null {
    if (!benchmark.varies) return null;
    return this.#beside(benchmark).beta ??= betaOf(this.values, { mean: this.mean, deviations: benchmark.deviations });
  }

  /** Returns the figures beside a benchmark. Figures of the last benchmark are kept. */
  #beside(benchmark: ReturnSeries): BesideBenchmark {
    if (this.#besideBenchmark?.benchmark === benchmark) return this.#besideBenchmark;
    return this.#besideBenchmark = { benchmark, active: null, beta: null };
  }

  /** Returns the value at risk of the losses at a confidence level, and the mean of the losses beyond it. */
  tail(confidence: number): Tail {
    return knownOr(this.#tails, confidence, () => {
      const count = this.values.length, worst = this.sorted.ascending.subarray(0, tailLength(count, confidence));
      return this.#kernels.tail(worst.map((value) => -value), confidence, { count });
    });
  }

  /** Returns the quantile of the gains at a confidence level, and the mean of the gains beyond it. */
  tailOfGains(confidence: number): Tail {
    const count = this.values.length, best = this.sorted.ascending.subarray(count - tailLength(count, confidence));
    return this.#kernels.tail(best, confidence, { count });
  }

  /**
   * Returns the deepest compounded drawdown of the series, in [0, 1], the sums of the drawdowns and of their squares,
   * and the mean of the deepest ones at a confidence level.
   */
  drawdowns(confidence: number): DrawdownFigures {
    return knownOr(
      this.#drawdownFigures,
      confidence,
      () => this.#kernels.drawdownFigures(this.values, confidence),
    );
  }

  /** Returns the entropic value at risk of the losses at a confidence level. */
  entropicTail(confidence: number): number {
    return knownOr(
      this.#entropicTails,
      confidence,
      () => this.#kernels.entropicTail(this.sorted.ascending, confidence, { areReturns: true }),
    );
  }

  /** Returns the entropic value at risk of the gains, as if they were losses, at a confidence level. */
  entropicTailOfGains(confidence: number): number {
    return this.#kernels.entropicTail(this.sorted.ascending, confidence);
  }

  /** Returns the relativistic value at risk of the losses at a confidence level, with the kappa of metrics. */
  relativisticTail(confidence: number): number {
    const level = { confidence, kappa: METRIC_KAPPA, areReturns: true };
    return knownOr(
      this.#relativisticTails,
      confidence,
      () => this.#kernels.relativisticTail(this.sorted.ascending, level),
    );
  }

  /** Returns the relativistic value at risk of the gains, as if they were losses, with the kappa of metrics. */
  relativisticTailOfGains(confidence: number): number {
    return this.#kernels.relativisticTail(this.sorted.ascending, { confidence, kappa: METRIC_KAPPA });
  }

  /** Returns the relativistic value at risk of the drawdowns at a confidence level, with the kappa of metrics. */
  relativisticTailOfDrawdowns(confidence: number): number {
    return this.#kernels.relativisticTail(this.#kernels.drawdowns(this.values), { confidence, kappa: METRIC_KAPPA });
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

function knownOr<T>(values: Map<number, T>, key: number, compute: () => T): T {
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
