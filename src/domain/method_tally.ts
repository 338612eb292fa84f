import { BestOfRuns } from "./best_of_runs.ts";
import type { MethodTotals } from "./dashboard.ts";

/** The runs of one method. */
export class MethodTally {
  #runs = 0;
  readonly #sharpeRatios: number[] = [];
  readonly #best = new BestOfRuns("sharpe_ratio");

  /** A Sharpe ratio of NaN is none. */
  add(id: string, value: number): void {
    this.#runs++;
    if (Number.isNaN(value)) return;
    this.#sharpeRatios.push(value);
    this.#best.offer({ id, value, code: 0 });
  }

  totals(method: string): MethodTotals {
    const sorted = Float64Array.from(this.#sharpeRatios).sort();
    const [below, above] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
    return {
      method,
      runs: this.#runs,
      medianSharpeRatio: sorted.length === 0 ? null : below + (above - below) / 2,
      bestRunId: this.#best.found?.id ?? null,
    };
  }
}
