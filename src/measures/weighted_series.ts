import type { Kernels } from "../kernels/mod.ts";
import { negativePart } from "./negative_part.ts";
import { ReturnSeries } from "./return_series.ts";
import { weightedTail } from "./weighted_tail.ts";

/**
 * Class of returns that do not count alike: each has a weight, and the weights are 1 on average. Every sum over the
 * returns is one of weighted terms, so that a measure divides it by their number as usual. Figures that need the order
 * of the returns, or that have no weighted form here, throw an `Error`.
 */
export class WeightedSeries extends ReturnSeries {
  readonly #weights: Float64Array;
  readonly #parts: Pick<Kernels, "measures">;
  #ofDeviations: ReturnSeries["sums"] | null = null;
  readonly #tails = new Map<number, ReturnType<ReturnSeries["tail"]>>();

  constructor(values: Float64Array, weights: Float64Array, kernels: Pick<Kernels, "measures">) {
    if (weights.length !== values.length) {
      throw new RangeError(`Cannot weigh ${values.length} returns by ${weights.length} weights`);
    }
    super(values, kernels);
    this.#weights = weights;
    this.#parts = kernels;
  }

  override get sums(): ReturnSeries["sums"] {
    return this.#ofDeviations ??= sumsOf(this.values, this.#weights);
  }

  override get powerSums(): ReturnSeries["powerSums"] {
    const { mean, least, largest } = this.sums;
    return {
      all: this.#powersBy(Math.max(largest - mean, mean - least), (deviation) => deviation),
      below: this.#powersBy(mean - least, negativePart),
    };
  }

  override get meanLogGrowth(): number {
    return this.#sumOf((value) => value <= -1 ? -Infinity : Math.log1p(value)) / this.values.length;
  }

  override targetSums(target: number): ReturnType<ReturnSeries["targetSums"]> {
    return {
      gains: this.#sumOf((value) => Math.max(value - target, 0)),
      shortfalls: this.#sumOf((value) => Math.max(target - value, 0)),
      squaresBelow: this.#sumOf((value) => negativePart(value - target) ** 2),
    };
  }

  override activeReturns(benchmark: ReturnSeries): ReturnSeries {
    const active = this.values.map((value, t) => value - (benchmark.values[t] ?? NaN));
    return new WeightedSeries(active, this.#weights, this.#parts);
  }

  override beta(benchmark: ReturnSeries): number | null {
    if (!benchmark.varies) return null;
    const { mean, values } = this, { deviations } = benchmark;
    let covariance = 0, variance = 0;
    for (let t = 0; t < values.length; t++) {
      const deviation = deviations[t], weighted = this.#weights[t] * deviation;
      covariance += weighted * (values[t] - mean);
      variance += weighted * deviation;
    }
    return covariance / variance;
  }

  override tail(confidence: number): ReturnType<ReturnSeries["tail"]> {
    const known = this.#tails.get(confidence) ?? this.#tailOf(this.values.map((value) => -value), confidence);
    this.#tails.set(confidence, known);
    return known;
  }

  override tailOfGains(confidence: number): ReturnType<ReturnSeries["tail"]> {
    return this.#tailOf(this.values, confidence);
  }

  override get sorted(): never {
    throw new Error("Cannot compute a figure of equally likely returns from weighted ones");
  }

  override drawdowns(_confidence: number): never {
    throw new Error("Cannot compute drawdowns of returns without dates");
  }

  override relativisticTailOfDrawdowns(_confidence: number): never {
    throw new Error("Cannot compute drawdowns of returns without dates");
  }

  #sumOf(term: (value: number) => number): number {
    const { values } = this;
    let sum = 0;
    for (let t = 0; t < values.length; t++) sum += this.#weights[t] * term(values[t]);
    return sum;
  }

  #tailOf(losses: Float64Array, confidence: number): ReturnType<ReturnSeries["tail"]> {
    return weightedTail({ losses, weights: this.#weights, share: (1 - confidence) * losses.length });
  }

  #powersBy(size: number, part: (deviation: number) => number): ReturnSeries["powerSums"]["all"] {
    const { mean } = this.sums, scale = Math.max(size, LEAST_SCALE);
    let fourths = 0, sixths = 0;
    for (let t = 0; t < this.values.length; t++) {
      const square = (part(this.values[t] - mean) / scale) ** 2;
      fourths += this.#weights[t] * square * square;
      sixths += this.#weights[t] * square * square * square;
    }
    return { scale, fourths, sixths };
  }
}

/** Smallest number by which deviations are divided. Its inverse is finite. */
const LEAST_SCALE = 1e-300;

function sumsOf(values: Float64Array, weights: Float64Array): ReturnSeries["sums"] {
  let sum = 0, least = Infinity, largest = -Infinity;
  for (let t = 0; t < values.length; t++) {
    const value = values[t];
    sum += weights[t] * value;
    if (value < least) least = value;
    if (value > largest) largest = value;
  }
  const mean = sum / values.length;
  let sizes = 0, squares = 0, squaresBelow = 0, cubes = 0, fourths = 0;
  for (let t = 0; t < values.length; t++) {
    const deviation = values[t] - mean, square = deviation * deviation, weight = weights[t];
    sizes += weight * Math.abs(deviation);
    squares += weight * square;
    if (deviation < 0) squaresBelow += weight * square;
    cubes += weight * square * deviation;
    fourths += weight * square * square;
  }
  return { mean, least, largest, sizes, squares, squaresBelow, cubes, fourths };
}
