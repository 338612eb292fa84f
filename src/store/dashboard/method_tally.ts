import { BestOfRuns } from "./best_of_runs.ts";
import type { MethodTotals } from "../../domain/dashboard.ts";
import { medianOf } from "../../domain/median_of.ts";

/** Collects statistics over the runs that use one method: their number, median Sharpe ratio and best run. */
export class MethodTally {
  #runs = 0;
  readonly #sharpeRatios: number[] = [];
  readonly #best = new BestOfRuns("sharpe_ratio");

  /** Counts a run of the method with its Sharpe ratio; NaN means that the run has none. */
  add(id: string, value: number): void {
    this.#runs++;
    if (Number.isNaN(value)) return;
    this.#sharpeRatios.push(value);
    this.#best.offer({ id, value, code: 0 });
  }

  totals(method: string): MethodTotals {
    return {
      method,
      runs: this.#runs,
      medianSharpeRatio: medianOf(Float64Array.from(this.#sharpeRatios)),
      bestRunId: this.#best.found?.id ?? null,
    };
  }
}
