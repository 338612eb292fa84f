import { RANKED_METRICS, type RankedMetric } from "./run_figures.ts";

/** A value of a run, by a method that a code stands for. */
export interface RankedValue {
  readonly id: string;
  readonly value: number;
  readonly code: number;
}

/** The best value of a metric, of the run with the earliest id where runs are alike, and the first of one run. */
export class BestOfRuns {
  readonly #sign: 1 | -1;
  #best: RankedValue | null = null;

  constructor(metric: RankedMetric) {
    this.#sign = RANKED_METRICS[metric] === "largest" ? 1 : -1;
  }

  /** Null where none was offered. */
  get found(): RankedValue | null {
    return this.#best;
  }

  /** A value of NaN is none. */
  offer(offered: RankedValue): void {
    if (Number.isNaN(offered.value)) return;
    if (this.#best === null || this.#isAhead(offered, this.#best)) this.#best = offered;
  }

  #isAhead(a: RankedValue, b: RankedValue): boolean {
    return a.value === b.value ? a.id < b.id : this.#sign * a.value > this.#sign * b.value;
  }
}
