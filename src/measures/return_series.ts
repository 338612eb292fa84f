import type { Kernels } from "../kernels/mod.ts";
import { drawdowns } from "./drawdowns.ts";
import { lossesOf } from "./losses_of.ts";
import { mean } from "./mean.ts";

/** Of every relativistic metric. */
export const METRIC_KAPPA = 0.3;

/** The quantile of losses at a confidence, and their mean beyond it. */
type Tail = ReturnType<Kernels["measures"]["tail"]>;

/**
 * Simple returns of a portfolio, an asset or a benchmark, a row per period, and what several measures read of them:
 * computed once, when the first of them asks. Nobody writes to any of its arrays.
 */
export class ReturnSeries {
  readonly values: Float64Array;
  readonly #tails = new Map<number, Tail>();
  readonly #entropicTails = new Map<number, number>();
  readonly #relativisticTails = new Map<number, number>();
  #losses: Float64Array | null = null;
  #ascending: Float64Array | null = null;
  #deviations: Float64Array | null = null;
  #drawdowns: Float64Array | null = null;
  #meanLogGrowth: number | null = null;

  constructor(values: Float64Array) {
    this.values = values;
  }

  /** The returns, negated. */
  get losses(): Float64Array {
    return this.#losses ??= lossesOf(this.values);
  }

  /** The returns, sorted. */
  get ascending(): Float64Array {
    return this.#ascending ??= this.values.slice().sort();
  }

  /** The returns less their mean. */
  get deviations(): Float64Array {
    return this.#deviations ??= deviationsOf(this.values);
  }

  /** The compounded drawdown after each period. */
  get drawdowns(): Float64Array {
    return this.#drawdowns ??= drawdowns(this.values);
  }

  /** The largest compounded drawdown, in [0, 1]; 0 without one. */
  get deepestDrawdown(): number {
    const { drawdowns } = this;
    let deepest = 0;
    for (let t = 0; t < drawdowns.length; t++) deepest = Math.max(deepest, drawdowns[t]);
    return deepest;
  }

  /** The mean of log(1 + x); -Infinity where a period lost everything. */
  get meanLogGrowth(): number {
    return this.#meanLogGrowth ??= meanLogGrowthOf(this.values);
  }

  /** The tail of the losses at a confidence. */
  tail(confidence: number, kernels: Kernels): Tail {
    const known = this.#tails.get(confidence);
    if (known !== undefined) return known;
    const tail = kernels.measures.tail(this.losses, confidence);
    this.#tails.set(confidence, tail);
    return tail;
  }

  /** The entropic value at risk of the losses at a confidence. */
  entropicTail(confidence: number, { measures }: Kernels): number {
    return knownOr(this.#entropicTails, confidence, () => measures.entropicTail(this.losses, confidence));
  }

  /** The relativistic value at risk of the losses at a confidence, with the kappa of metrics. */
  relativisticTail(confidence: number, { measures }: Kernels): number {
    const level = { confidence, kappa: METRIC_KAPPA };
    return knownOr(this.#relativisticTails, confidence, () => measures.relativisticTail(this.losses, level));
  }
}

function knownOr(values: Map<number, number>, key: number, compute: () => number): number {
  const known = values.get(key);
  if (known !== undefined) return known;
  const value = compute();
  values.set(key, value);
  return value;
}

function deviationsOf(values: Float64Array): Float64Array {
  const centre = mean(values), deviations = new Float64Array(values.length);
  for (let t = 0; t < values.length; t++) deviations[t] = values[t] - centre;
  return deviations;
}

function meanLogGrowthOf(values: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < values.length; t++) {
    if (values[t] <= -1) return -Infinity;
    sum += Math.log1p(values[t]);
  }
  return sum / values.length;
}
