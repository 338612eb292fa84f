import { INSIGHT_KINDS, type InsightKind } from "../../domain/insight_kind.ts";
import { mostBeaten, mostConcentrated } from "../../domain/insight_text.ts";
import { DAY_MS, type Instant } from "../../domain/instant.ts";
import type { Job } from "../../domain/job.ts";
import type { RankedMetric, RunFigures } from "../../domain/run_figures.ts";
import { BestOfRuns } from "./best_of_runs.ts";

/** Type of the facts about a job that the dashboard of its account counts. */
export interface CountedJob {
  /** Total size of the job's artifacts (files), in bytes. */
  readonly bytes: number;
  /** Fields of the run; null for a job that is no run, and for a deleted run: the dashboard counts only their bytes. */
  readonly run: Pick<Job, "status" | "market" | "mode" | "createdAt" | "finishedAt"> | null;
  /** Figures of the run; null unless the run succeeded and its figures are known. */
  readonly figures: RunFigures | null;
  /** Insights about the run that its owner dismissed. */
  readonly dismissed: readonly InsightKind[];
}

/**
 * Functions that return the numbers (codes) which stand in the row of a job for words (status, market, mode, method)
 * and for sets of assets.
 */
export interface RowCodes {
  codeOf(word: string): number;
  placeOf(assets: readonly string[]): number;
}

/**
 * Ranked metrics in the order in which their best values stand in the row of a run. Stored rows depend on this order.
 */
export const METRICS: readonly RankedMetric[] = [
  "sharpe_ratio",
  "sortino_ratio",
  "calmar_ratio",
  "annual_return",
  "annual_volatility",
  "max_drawdown",
  "conditional_value_at_risk",
];

/**
 * Indexes of the numbers in the row of a job. Stored rows depend on them. The row of a job that is no run has only its
 * bytes. The row of a run without figures has only the numbers before `finishedAt`. `found` and `dismissed` have a bit
 * for each kind of insight.
 */
const PLACES = {
  bytes: 0,
  day: 1,
  status: 2,
  market: 3,
  mode: 4,
  finishedAt: 5,
  lastDay: 6,
  found: 7,
  dismissed: 8,
  assetSet: 9,
  best: 10,
} as const;
/**
 * Index in the row of a run from which two numbers stand for each method: its code and its Sharpe ratio. Before it
 * stand the best value of each metric and the code of the method that reached it.
 */
const SHARPE_RATIOS_FROM = PLACES.best + 2 * METRICS.length;

/**
 * Row of a job: what the dashboard counts of the job, as numbers in one typed array. This makes it possible to read the
 * rows of all jobs of an account, ten thousand and more, within milliseconds for each dashboard.
 */
export class JobRow {
  readonly numbers: Float64Array;

  constructor(numbers: Float64Array) {
    this.numbers = numbers;
  }

  /** Makes the row of a job. */
  static of(job: CountedJob, codes: RowCodes): JobRow {
    return new JobRow(Float64Array.from(numbersOf(job, codes)));
  }

  get isRun(): boolean {
    return this.numbers.length > 1;
  }

  get hasFigures(): boolean {
    return this.numbers.length > PLACES.finishedAt;
  }

  /** Total size of the artifacts of the job in this row, in bytes. */
  get bytes(): number {
    return this.#at(PLACES.bytes);
  }

  /** UTC day on which the run was accepted, in days since 1970-01-01. */
  get day(): number {
    return this.#at(PLACES.day);
  }

  /** Code of the run's status: the number that stands for it. `market` and `mode` are codes too. */
  get status(): number {
    return this.#at(PLACES.status);
  }

  get market(): number {
    return this.#at(PLACES.market);
  }

  get mode(): number {
    return this.#at(PLACES.mode);
  }

  get finishedAt(): Instant {
    return this.#at(PLACES.finishedAt);
  }

  /** Last day of the run's data, as its UTC midnight; NaN if the dashboard does not check how old the data is. */
  get lastDay(): Instant {
    return this.#at(PLACES.lastDay);
  }

  /** Number that stands for the run's set of assets. */
  get assetSet(): number {
    return this.#at(PLACES.assetSet);
  }

  /** Returns a copy of the row with another number for the run's set of assets. */
  withAssetSet(place: number): JobRow {
    const numbers = Float64Array.from(this.numbers);
    numbers[PLACES.assetSet] = place;
    return new JobRow(numbers);
  }

  /** Whether the figures of the run alone, without those of other runs, give reason for an insight of a kind. */
  hasFound(kind: InsightKind): boolean {
    return (this.#at(PLACES.found) & bitsOf([kind])) !== 0;
  }

  hasDismissed(kind: InsightKind): boolean {
    return (this.#at(PLACES.dismissed) & bitsOf([kind])) !== 0;
  }

  /**
   * Best value of a metric over the run's methods; NaN if no method has one. `metric` is the index of the metric in
   * `METRICS`.
   */
  bestValue(metric: number): number {
    return this.#at(PLACES.best + 2 * metric);
  }

  /** Number that stands for the method with the best value of a metric in the run; NaN if no method has one. */
  bestMethod(metric: number): number {
    return this.#at(PLACES.best + 2 * metric + 1);
  }

  /** Number of different methods of the run that found weights. */
  get methods(): number {
    return (this.numbers.length - SHARPE_RATIOS_FROM) / 2;
  }

  /** Code of one of the run's methods: the number that stands for it. `place` counts the methods from 0. */
  method(place: number): number {
    return this.#at(SHARPE_RATIOS_FROM + 2 * place);
  }

  /** Sharpe ratio of one of the run's methods; NaN if it has none. `place` counts the methods from 0. */
  sharpeRatio(place: number): number {
    return this.#at(SHARPE_RATIOS_FROM + 2 * place + 1);
  }

  #at(place: number): number {
    return this.numbers[place] ?? NaN;
  }
}

/** Returns the UTC day of a moment, in days since 1970-01-01. */
export function dayOf(instant: Instant): number {
  return Math.floor(instant / DAY_MS);
}

function numbersOf({ bytes, run, figures, dismissed }: CountedJob, codes: RowCodes): readonly number[] {
  if (run === null) return [bytes];
  const { createdAt, status, market, mode } = run;
  const counted = [bytes, dayOf(createdAt), codes.codeOf(status), codes.codeOf(market), codes.codeOf(mode)];
  if (figures === null) return counted;
  const sharpeRatios = sharpeRatiosOf(figures, codes);
  return [
    ...counted,
    run.finishedAt ?? createdAt,
    figures.lastDay === null ? NaN : Date.parse(figures.lastDay),
    bitsOf([
      ...mostConcentrated(figures) === null ? [] : ["concentration" as const],
      ...mostBeaten(figures) === null ? [] : ["beaten_by_equal_weight" as const],
      ...figures.doubts === undefined ? [] : ["doubtful_data" as const],
    ]),
    bitsOf(dismissed),
    codes.placeOf(figures.assets.map(([asset]) => asset)),
    ...METRICS.flatMap((metric) => bestOf(figures, metric, codes)),
    ...[...sharpeRatios].flat(),
  ];
}

/**
 * Returns a map from the code of each method of a run to its Sharpe ratio, NaN for none. For a method that a run has
 * several times, the largest ratio counts.
 */
function sharpeRatiosOf({ methods }: RunFigures, codes: RowCodes): ReadonlyMap<number, number> {
  const ratios = new Map<number, number>();
  for (const { method, metrics: { sharpe_ratio: ratio } } of methods) {
    const code = codes.codeOf(method);
    const known = ratios.get(code) ?? NaN;
    ratios.set(code, ratio === null || ratio <= known ? known : ratio);
  }
  return ratios;
}

/**
 * Returns the best value of a metric over the methods of a run and the code of the method that reached it, the first
 * among equals; NaN twice if no method has a value.
 */
function bestOf(
  { methods }: RunFigures,
  metric: RankedMetric,
  codes: RowCodes,
): readonly [value: number, method: number] {
  const best = new BestOfRuns(metric);
  for (const { method, metrics } of methods) {
    best.offer({ id: "", value: metrics[metric] ?? NaN, code: codes.codeOf(method) });
  }
  return best.found === null ? [NaN, NaN] : [best.found.value, best.found.code];
}

function bitsOf(kinds: readonly InsightKind[]): number {
  return kinds.reduce((bits, kind) => bits | 1 << INSIGHT_KINDS.indexOf(kind), 0);
}
