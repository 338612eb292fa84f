/** Summary of the repeated runs of a benchmark row, in milliseconds. */
export interface Timing {
  readonly median_ms: number;
  readonly min_ms: number;
  readonly max_ms: number;
  readonly runs: number;
}

export interface StopwatchOptions {
  /** Total milliseconds of the first runs, which do not count. At least one run is dropped. */
  readonly warmUpMs?: number;
  /**
   * Smallest number and total milliseconds of the counted runs. The runs continue until both are reached, but for the
   * milliseconds no further than `MOST_RUNS`.
   */
  readonly leastRuns?: number;
  readonly leastMs?: number;
}

const MOST_RUNS = 1_001;

/** Collects the durations of repeated runs, drops those of the warm-up, and decides when there are enough. */
export class Stopwatch {
  readonly #options: Required<StopwatchOptions>;
  readonly #durations: number[] = [];
  #warmMs = 0;
  #isWarm = false;
  #totalMs = 0;

  constructor(options: StopwatchOptions = {}) {
    this.#options = { warmUpMs: 2_000, leastRuns: 5, leastMs: 1_000, ...options };
  }

  wantsMore(): boolean {
    const { leastRuns, leastMs } = this.#options;
    const runs = this.#durations.length;
    return runs < leastRuns || (this.#totalMs < leastMs && runs < MOST_RUNS);
  }

  add(elapsedMs: number): void {
    if (!this.#isWarm) {
      this.#warmMs += elapsedMs;
      this.#isWarm = this.#warmMs >= this.#options.warmUpMs;
      return;
    }
    this.#durations.push(elapsedMs);
    this.#totalMs += elapsedMs;
  }

  /** Returns the median, minimum, maximum and number of the counted runs. Throws RangeError where there is none. */
  summary(): Timing {
    const sorted = Float64Array.from(this.#durations).sort();
    const runs = sorted.length;
    if (runs === 0) throw new RangeError("A timing needs at least one run");
    const middle = runs >> 1;
    return {
      median_ms: runs % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2,
      min_ms: sorted[0],
      max_ms: sorted[runs - 1],
      runs,
    };
  }
}
