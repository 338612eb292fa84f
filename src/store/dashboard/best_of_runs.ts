import { RANKED_METRICS, type RankedMetric } from "../../domain/run_figures.ts";

/** The value of a metric in a run, with the code of the method that reached it. */
export interface RankedValue {
  readonly id: string;
  readonly value: number;
  readonly code: number;
}

/**
 * Keeps the best value of a metric over several runs. Among equal values the run with the smallest id wins, and within
 * a run the first value.
 */
export class BestOfRuns {
  readonly #sign: 1 | -1;
  #best: RankedValue | null = null;

  constructor(metric: RankedMetric) {
    this.#sign = RANKED_METRICS[metric] === "largest" ? 1 : -1;
  }

  /** The best value so far; null if none was offered. */
  get found(): RankedValue | null {
    return this.#best;
  }

  /** Offers a value of a run; NaN is ignored. */
  offer(offered: RankedValue): void {
    if (Number.isNaN(offered.value)) return;
    if (this.#best === null || this.#isAhead(offered, this.#best)) this.#best = offered;
  }

  #isAhead(a: RankedValue, b: RankedValue): boolean {
    return a.value === b.value ? a.id < b.id : this.#sign * a.value > this.#sign * b.value;
  }
}
