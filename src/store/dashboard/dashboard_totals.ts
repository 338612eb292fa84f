import { AssetSets, type PackedAssetSets } from "./asset_sets.ts";
import { BestOfRuns } from "./best_of_runs.ts";
import type { AssetTotals, BestMethod, Dashboard } from "../../domain/dashboard.ts";
import { INSIGHT_KINDS, type InsightKind } from "../../domain/insight_kind.ts";
import { mostBeaten, mostConcentrated, STALE_AFTER_DAYS } from "../../domain/insight_text.ts";
import { DAY_MS, type Instant } from "../../domain/instant.ts";
import type { Job } from "../../domain/job.ts";
import { MethodTally } from "./method_tally.ts";
import { type InsightPlace, NewestInsights } from "./newest_insights.ts";
import type { RankedMetric, RunFigures } from "../../domain/run_figures.ts";
import { codeOf } from "./word_codes.ts";

/** A job in the form that the dashboard counts. */
export interface CountedJob {
  /** Bytes of the artifacts of the job. */
  readonly bytes: number;
  /** The run; null if the job is not a run or the run was deleted. Its bytes still count. */
  readonly run: Pick<Job, "status" | "market" | "mode" | "createdAt" | "finishedAt"> | null;
  /** Figures of a successful run; null for any other job, and if they are unknown. */
  readonly figures: RunFigures | null;
  /** Kinds of insights about the run that its owner has dismissed. */
  readonly dismissed: readonly InsightKind[];
}

/**
 * Dashboard totals in a storable form: a row of numbers for each job, in the order of ids, and sums over the held
 * assets.
 */
export interface PackedTotals extends PackedAssetSets {
  readonly ids: readonly string[];
  readonly words: readonly string[];
  readonly held: readonly (readonly [asset: string, runs: number, methods: number, units: string])[];
  /** The rows of numbers, one after another, each preceded by its length. */
  readonly numbers: Float64Array<ArrayBuffer>;
}

/** Metrics of a run, in the order of their positions in a row. */
const METRICS: readonly RankedMetric[] = [
  "sharpe_ratio",
  "sortino_ratio",
  "calmar_ratio",
  "annual_return",
  "annual_volatility",
  "max_drawdown",
  "conditional_value_at_risk",
];
const DAYS_SHOWN = 30;
const ASSETS_SHOWN = 50;
/**
 * Number of distinct sets of assets, the latest ones, on which earlier rebalancing runs are remembered. Later runs are
 * compared with those.
 */
const STARTING_PORTFOLIOS_SEEN = 20;

/**
 * Positions of the numbers in a row. A job that is not a run has only `bytes`; a run without figures has those before
 * `finishedAt`. `found` and `dismissed` hold one bit for each kind of insight.
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
  assets: 9,
  best: 10,
} as const;
const WITHOUT_FIGURES = PLACES.finishedAt;
/** Position in a row of the first pair of method and Sharpe ratio, after the best value and method of each metric. */
const METHODS_FROM = PLACES.best + 2 * METRICS.length;

/**
 * Number of units in a weight of 1. Weights are summed in whole units, so that removing a run leaves no rounding error.
 */
const UNITS = 1e12;

interface AssetSums {
  runs: number;
  /** Number of methods in the runs that hold the asset. */
  methods: number;
  /** Sum of the asset's weights, in units, over all these methods. */
  units: bigint;
}

/**
 * Running totals for the dashboard of an account. A job can be set any number of times; the same jobs in any order give
 * the same dashboard. Numbers are kept in rows, because each view of the dashboard reads up to ten thousand runs.
 */
export class DashboardTotals {
  readonly #rows = new Map<string, Float64Array>();
  readonly #words = new Map<string, number>();
  readonly #held = new Map<string, AssetSums>();
  readonly #sets = new AssetSets();

  /** Restores totals from their stored form. */
  static unpacked({ ids, words, held, assets, assetSets, numbers }: PackedTotals): DashboardTotals {
    const totals = new DashboardTotals();
    for (const word of words) totals.#words.set(word, totals.#words.size);
    for (const [asset, runs, methods, units] of held) {
      totals.#held.set(asset, { runs, methods, units: BigInt(units) });
    }
    for (const set of assetSets) totals.#sets.place(set.map((asset) => assets[asset]));
    let at = 0;
    for (const id of ids) {
      const length = numbers[at++];
      totals.#rows.set(id, numbers.subarray(at, at += length));
    }
    return totals;
  }

  /** Returns the totals in the form that `unpacked` reads. Assets and sets that no run uses are dropped. */
  packed(): PackedTotals {
    const ids = [...this.#rows.keys()].sort();
    const rows = ids.map((id) => Float64Array.from(this.#rows.get(id) ?? []));
    const withFigures = rows.filter(({ length }) => length > WITHOUT_FIGURES);
    const { assets, assetSets, places } = this.#sets.packed(withFigures.map((row) => row[PLACES.assets]));
    for (const row of withFigures) row[PLACES.assets] = places.get(row[PLACES.assets]) ?? 0;
    const numbers = new Float64Array(rows.reduce((sum, { length }) => sum + 1 + length, 0));
    let at = 0;
    for (const row of rows) {
      numbers[at++] = row.length;
      numbers.set(row, at);
      at += row.length;
    }
    const held = [...this.#held].map(([asset, { runs, methods, units }]) =>
      [asset, runs, methods, String(units)] as const
    );
    return { ids, words: [...this.#words.keys()], held, assets, assetSets, numbers };
  }

  /** Whether the dashboard totals count no job. */
  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  /**
   * Sets the current state of a job. `known` holds the figures of the run even if it was deleted; they are needed to
   * remove a run that was counted with figures. Returns false, and changes nothing, if they are needed but unknown.
   */
  set(jobId: string, job: CountedJob, known: RunFigures | null = job.figures): boolean {
    const had = (this.#rows.get(jobId)?.length ?? 0) > WITHOUT_FIGURES;
    const has = job.run !== null && job.figures !== null;
    if (had !== has) {
      if (known === null) return false;
      this.#countAssets(known, has ? 1 : -1);
    }
    if (job.run === null && job.bytes === 0) this.#rows.delete(jobId);
    else this.#rows.set(jobId, Float64Array.from(this.#rowOf(job)));
    return true;
  }

  #rowOf({ bytes, run, figures, dismissed }: CountedJob): readonly number[] {
    if (run === null) return [bytes];
    const { createdAt, status, market, mode } = run;
    const counted = [bytes, dayOf(createdAt), this.#code(status), this.#code(market), this.#code(mode)];
    if (figures === null) return counted;
    const sharpeRatios = new Map<number, number>();
    for (const { method, metrics: { sharpe_ratio: ratio } } of figures.methods) {
      const code = this.#code(method);
      const known = sharpeRatios.get(code) ?? NaN;
      sharpeRatios.set(code, ratio === null || ratio <= known ? known : ratio);
    }
    return [
      ...counted,
      run.finishedAt ?? createdAt,
      figures.lastDay === null ? NaN : Date.parse(figures.lastDay),
      bitsOf([
        ...mostConcentrated(figures) === null ? [] : ["concentration" as const],
        ...mostBeaten(figures) === null ? [] : ["beaten_by_equal_weight" as const],
      ]),
      bitsOf(dismissed),
      this.#sets.place(figures.assets.map(([asset]) => asset)),
      ...METRICS.flatMap((metric) => this.#bestOf(figures, metric)),
      ...[...sharpeRatios].flat(),
    ];
  }

  /**
   * Returns the best value of a metric among the methods of a run, and the code of that method. The first of equal
   * values wins; NaN if there is none.
   */
  #bestOf({ methods }: RunFigures, metric: RankedMetric): readonly [value: number, code: number] {
    const best = new BestOfRuns(metric);
    for (const { method, metrics } of methods) {
      best.offer({ id: "", value: metrics[metric] ?? NaN, code: this.#code(method) });
    }
    return best.found === null ? [NaN, NaN] : [best.found.value, best.found.code];
  }

  #code(word: string): number {
    return codeOf(this.#words, word);
  }

  #countAssets({ assets, methods }: RunFigures, sign: 1 | -1): void {
    for (const [asset, weight, holders] of assets) {
      if (holders === 0) continue;
      const sums = this.#held.get(asset) ?? { runs: 0, methods: 0, units: 0n };
      sums.runs += sign;
      sums.methods += sign * methods.length;
      sums.units += BigInt(sign) * BigInt(Math.round(weight * UNITS));
      if (sums.runs === 0) this.#held.delete(asset);
      else this.#held.set(asset, sums);
    }
  }

  /** Computes the dashboard for the day of a moment. */
  dashboard(now: Instant): Omit<Dashboard, "insights" | "computedAt"> {
    const words = [...this.#words.keys()];
    const counts = new Map<number, number>();
    const days = new Map<number, number>();
    const tallies = new Map<number, MethodTally>();
    const best = METRICS.map((metric) => new BestOfRuns(metric));
    let [total, storageBytes] = [0, 0];
    for (const [id, row] of this.#rows) {
      storageBytes += row[PLACES.bytes];
      if (row.length === 1) continue;
      total++;
      add(days, row[PLACES.day]);
      for (const place of [PLACES.status, PLACES.market, PLACES.mode]) add(counts, row[place]);
      if (row.length === WITHOUT_FIGURES) continue;
      for (let i = 0; i < METRICS.length; i++) {
        best[i].offer({ id, value: row[PLACES.best + 2 * i], code: row[PLACES.best + 2 * i + 1] });
      }
      for (let at = METHODS_FROM; at < row.length; at += 2) {
        const tally = tallies.get(row[at]) ?? new MethodTally();
        tally.add(id, row[at + 1]);
        tallies.set(row[at], tally);
      }
    }
    const of = (word: string): number => counts.get(this.#words.get(word) ?? -1) ?? 0;
    const bestBy = (metric: RankedMetric): BestMethod | null => {
      const { found } = best[METRICS.indexOf(metric)];
      return found && { runId: found.id, method: words[found.code], value: found.value };
    };
    return {
      runs: {
        total,
        byStatus: {
          queued: of("queued"),
          running: of("running"),
          uploading: of("uploading"),
          succeeded: of("succeeded"),
          failed: of("failed"),
          cancelled: of("cancelled"),
        },
        byMarket: { IN: of("IN"), US: of("US"), MF: of("MF"), CUSTOM: of("CUSTOM") },
        byMode: { construct: of("construct"), rebalance: of("rebalance") },
        lastDays: Array.from({ length: DAYS_SHOWN }, (_, i) => {
          const day = dayOf(now) - (DAYS_SHOWN - 1) + i;
          return { date: new Date(day * DAY_MS).toISOString().slice(0, 10), runs: days.get(day) ?? 0 };
        }),
      },
      methods: [...tallies].map(([code, tally]) => tally.totals(words[code]))
        .sort((a, b) => b.runs - a.runs || compare(a.method, b.method)),
      assets: this.#mostHeld(),
      best: {
        sharpe_ratio: bestBy("sharpe_ratio"),
        sortino_ratio: bestBy("sortino_ratio"),
        calmar_ratio: bestBy("calmar_ratio"),
        annual_return: bestBy("annual_return"),
        annual_volatility: bestBy("annual_volatility"),
        max_drawdown: bestBy("max_drawdown"),
        conditional_value_at_risk: bestBy("conditional_value_at_risk"),
      },
      storageBytes,
    };
  }

  /** Returns the insights at a moment that the owner has not dismissed, newest first. */
  insights(now: Instant): readonly InsightPlace[] {
    const shown = new NewestInsights();
    const runs = [...this.#rows].filter(([, { length }]) => length > WITHOUT_FIGURES).sort(byId);
    const earlier = this.#earlierPortfolios(runs);
    for (let place = runs.length - 1; place >= 0; place--) {
      const [runId, row] = runs[place];
      const { [PLACES.finishedAt]: finishedAt, [PLACES.lastDay]: lastDay, [PLACES.found]: found } = row;
      const staleFrom = Math.max(finishedAt, lastDay + (STALE_AFTER_DAYS + 1) * DAY_MS);
      const against = earlier[place];
      const offer = (kind: InsightKind, createdAt: Instant): void => {
        const isDismissed = (row[PLACES.dismissed] & bitsOf([kind])) !== 0;
        if (isDismissed) return;
        shown.offer({ kind, runId, against: kind === "unused_starting_portfolio" ? against : null, createdAt });
      };
      if (!shown.hasRoomFor(finishedAt) && !shown.hasRoomFor(staleFrom)) continue;
      if (found & bitsOf(["concentration"])) offer("concentration", finishedAt);
      if (staleFrom <= now) offer("stale_data", staleFrom);
      if (found & bitsOf(["beaten_by_equal_weight"])) offer("beaten_by_equal_weight", finishedAt);
      if (against !== null) offer("unused_starting_portfolio", finishedAt);
    }
    return shown.newestFirst();
  }

  /** Whether an insight of a kind about a run exists at a moment, dismissed or not. */
  hasInsight(kind: InsightKind, runId: string, now: Instant): boolean {
    const runs = [...this.#rows].filter(([, { length }]) => length > WITHOUT_FIGURES).sort(byId);
    const place = runs.findIndex(([id]) => id === runId);
    if (place < 0) return false;
    const row = runs[place][1];
    if (kind === "unused_starting_portfolio") return this.#earlierPortfolios(runs)[place] !== null;
    if (kind === "stale_data") return row[PLACES.lastDay] + (STALE_AFTER_DAYS + 1) * DAY_MS <= now;
    return (row[PLACES.found] & bitsOf([kind])) !== 0;
  }

  /**
   * Returns, for each run without a starting portfolio, the latest earlier run with one that shares most of its assets.
   * `runs` is in the order of ids.
   */
  #earlierPortfolios(runs: readonly (readonly [string, Float64Array])[]): readonly (string | null)[] {
    const rebalance = this.#words.get("rebalance");
    const last: { set: number; id: string }[] = [];
    return runs.map(([id, row]) => {
      const set = row[PLACES.assets];
      if (row[PLACES.mode] !== rebalance) {
        return last.find(({ set: earlier }) => this.#sets.sharesMost(set, earlier))?.id ?? null;
      }
      const place = last.findIndex(({ set: known }) => known === set);
      if (place >= 0) last.splice(place, 1);
      else if (last.length === STARTING_PORTFOLIOS_SEEN) last.pop();
      last.unshift({ set, id });
      return null;
    });
  }

  #mostHeld(): readonly AssetTotals[] {
    const sorted = [...this.#held].sort(([a, { runs: one }], [b, { runs: other }]) => other - one || compare(a, b));
    return sorted.slice(0, ASSETS_SHOWN).map(([asset, { runs, methods, units }]) => ({
      asset,
      runs,
      meanWeight: Number(units) / UNITS / methods,
    }));
  }
}

function bitsOf(kinds: readonly InsightKind[]): number {
  return kinds.reduce((bits, kind) => bits | 1 << INSIGHT_KINDS.indexOf(kind), 0);
}

function byId([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return compare(a, b);
}

function dayOf(instant: Instant): number {
  return Math.floor(instant / DAY_MS);
}

function add(counts: Map<number, number>, of: number): void {
  counts.set(of, (counts.get(of) ?? 0) + 1);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
