import { RANKED_METRICS, type RankedMetric } from "../../domain/run_figures.ts";

/** A value of a run, with the code of the method that has it. */
export interface RankedValue {
  readonly id: string;
  readonly value: number;
  readonly code: number;
}

/** Finds the best value of a metric. Among equal values the run with the earliest id wins, within a run the first. */
export class BestOfRuns {
  readonly #sign: 1 | -1;
  #best: RankedValue | null = null;

  constructor(metric: RankedMetric) {
    this.#sign = RANKED_METRICS[metric] === "largest" ? 1 : -1;
  }

  /** Null if no value was offered. */
  get found(): RankedValue | null {
    return this.#best;
  }

  /** Offers a value; NaN counts as none. */
  offer(offered: RankedValue): void {
    if (Number.isNaN(offered.value)) return;
    if (this.#best === null || this.#isAhead(offered, this.#best)) this.#best = offered;
  }

  #isAhead(a: RankedValue, b: RankedValue): boolean {
    return a.value === b.value ? a.id < b.id : this.#sign * a.value > this.#sign * b.value;
  }
}
