import { RANKED_METRICS, type RankedMetric } from "../../domain/run_figures.ts";

/** Type of a metric's value in a run, with the number that stands for the method that reached it. */
export interface RankedValue {
  readonly id: string;
  readonly value: number;
  readonly code: number;
}

/**
 * Finds the run with the best value of a metric. Among equal values the run with the smallest id wins, and within a run
 * the first value.
 */
export class BestOfRuns {
  readonly #sign: 1 | -1;
  #best: RankedValue | null = null;

  constructor(metric: RankedMetric) {
    this.#sign = RANKED_METRICS[metric] === "largest" ? 1 : -1;
  }

  /** Best value and its run so far; null if no number was offered. */
  get found(): RankedValue | null {
    return this.#best;
  }

  /**
   * Offers a run's value of the metric. It is kept if it is better than all before, or equal to the best in a run with
   * a smaller id; NaN is ignored.
   */
  offer(offered: RankedValue): void {
    if (Number.isNaN(offered.value)) return;
    if (this.#best === null || this.#isAhead(offered, this.#best)) this.#best = offered;
  }

  #isAhead(a: RankedValue, b: RankedValue): boolean {
    return a.value === b.value ? a.id < b.id : this.#sign * a.value > this.#sign * b.value;
  }
}
