import { INSIGHT_KINDS, type InsightKind } from "../../domain/insight_kind.ts";
import { mostBeaten, mostConcentrated } from "../../domain/insight_text.ts";
import { DAY_MS, type Instant } from "../../domain/instant.ts";
import type { Job } from "../../domain/job.ts";
import type { RankedMetric, RunFigures } from "../../domain/run_figures.ts";
import { BestOfRuns } from "./best_of_runs.ts";

/** A job as the dashboard counts it. */
export interface CountedJob {
  /** The size of its artifacts. */
  readonly bytes: number;
  /** Null for a job that is no run, and for a deleted run: the dashboard counts only their bytes. */
  readonly run: Pick<Job, "status" | "market" | "mode" | "createdAt" | "finishedAt"> | null;
  /** Null unless the run succeeded and its figures are known. */
  readonly figures: RunFigures | null;
  /** Insights about the run that its owner dismissed. */
  readonly dismissed: readonly InsightKind[];
}

/** Numbers that stand in a row for words and for sets of assets. */
export interface RowCodes {
  codeOf(word: string): number;
  placeOf(assets: readonly string[]): number;
}

/** The metrics in the order in which their best values stand in a row. Stored rows depend on this order. */
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
 * The places in a row. Stored rows depend on them. A job that is no run has its bytes alone. A run without figures has
 * the places before `finishedAt`. `found` and `dismissed` have a bit for each kind of insight.
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
/** Before this place stand the best value and its method for each metric, from it on a method and its Sharpe ratio. */
const SHARPE_RATIOS_FROM = PLACES.best + 2 * METRICS.length;

/**
 * What the dashboard keeps of one job, as numbers in one typed array. Each look at the dashboard reads the rows of all
 * jobs of an account, ten thousand and more, within milliseconds.
 */
export class JobRow {
  readonly numbers: Float64Array;

  constructor(numbers: Float64Array) {
    this.numbers = numbers;
  }

  /** The row of a job. */
  static of(job: CountedJob, codes: RowCodes): JobRow {
    return new JobRow(Float64Array.from(numbersOf(job, codes)));
  }

  get isRun(): boolean {
    return this.numbers.length > 1;
  }

  get hasFigures(): boolean {
    return this.numbers.length > PLACES.finishedAt;
  }

  /** The size of the job's artifacts. */
  get bytes(): number {
    return this.#at(PLACES.bytes);
  }

  /** The UTC day on which the run was accepted, counted from 1970. */
  get day(): number {
    return this.#at(PLACES.day);
  }

  /** The code of the run's status, as of its market and its mode. */
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

  /** The last day of the run's prices; NaN if it does not count. */
  get lastDay(): Instant {
    return this.#at(PLACES.lastDay);
  }

  /** The place of the run's set of assets. */
  get assetSet(): number {
    return this.#at(PLACES.assetSet);
  }

  /** The same row with another place of the set of assets. */
  withAssetSet(place: number): JobRow {
    const numbers = Float64Array.from(this.numbers);
    numbers[PLACES.assetSet] = place;
    return new JobRow(numbers);
  }

  /** Whether the figures of the run alone give reason for an insight. */
  hasFound(kind: InsightKind): boolean {
    return (this.#at(PLACES.found) & bitsOf([kind])) !== 0;
  }

  hasDismissed(kind: InsightKind): boolean {
    return (this.#at(PLACES.dismissed) & bitsOf([kind])) !== 0;
  }

  /** The best value of a metric, by the place of the metric in `METRICS`; NaN if no method of the run has one. */
  bestValue(metric: number): number {
    return this.#at(PLACES.best + 2 * metric);
  }

  /** The code of the method with the best value; NaN if no method has one. */
  bestMethod(metric: number): number {
    return this.#at(PLACES.best + 2 * metric + 1);
  }

  /** How many different methods the run has. */
  get methods(): number {
    return (this.numbers.length - SHARPE_RATIOS_FROM) / 2;
  }

  /** The code of one of the run's methods. */
  method(place: number): number {
    return this.#at(SHARPE_RATIOS_FROM + 2 * place);
  }

  /** The Sharpe ratio of the method at a place; NaN if it has none. */
  sharpeRatio(place: number): number {
    return this.#at(SHARPE_RATIOS_FROM + 2 * place + 1);
  }

  #at(place: number): number {
    return this.numbers[place] ?? NaN;
  }
}

/** The UTC day of a moment, counted from 1970. */
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
    ]),
    bitsOf(dismissed),
    codes.placeOf(figures.assets.map(([asset]) => asset)),
    ...METRICS.flatMap((metric) => bestOf(figures, metric, codes)),
    ...[...sharpeRatios].flat(),
  ];
}

/** The Sharpe ratio of each method by its code. A method that a run has several times counts with its largest. */
function sharpeRatiosOf({ methods }: RunFigures, codes: RowCodes): ReadonlyMap<number, number> {
  const ratios = new Map<number, number>();
  for (const { method, metrics: { sharpe_ratio: ratio } } of methods) {
    const code = codes.codeOf(method);
    const known = ratios.get(code) ?? NaN;
    ratios.set(code, ratio === null || ratio <= known ? known : ratio);
  }
  return ratios;
}

/** The best of the methods of one run by a metric, the first of equals. */
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
