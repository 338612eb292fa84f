/** Milliseconds of the repetitions of a row. */
export interface Timing {
  readonly median_ms: number;
  readonly min_ms: number;
  readonly max_ms: number;
  readonly runs: number;
}

export interface StopwatchOptions {
  /** Runs that do not count, until they have lasted so long together; one at least. */
  readonly warmUpMs?: number;
  /** Runs that count go on until there are so many and they have lasted so long together. */
  readonly leastRuns?: number;
  readonly leastMs?: number;
}

const MOST_RUNS = 1_001;

/** Collects the durations of repetitions: discards those of the warm-up and says when there are enough. */
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

  /** Throws a RangeError where nothing was measured. */
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
