import type { BestMethod, Dashboard } from "../../domain/dashboard.ts";
import { entryAt } from "../../domain/entry_at.ts";
import { DAY_MS, type Instant } from "../../domain/instant.ts";
import type { RankedMetric, RunFigures } from "../../domain/run_figures.ts";
import { AssetSets, type PackedAssetSets } from "./asset_sets.ts";
import { BestOfRuns } from "./best_of_runs.ts";
import { hasInsight, newestInsights, type SearchedRuns } from "./found_insights.ts";
import { HeldAssets, type PackedSums } from "./held_assets.ts";
import { type CountedJob, dayOf, JobRow, METRICS } from "./job_row.ts";
import { MethodTally } from "./method_tally.ts";
import type { InsightPlace } from "./newest_insights.ts";
import { codeOf } from "./word_codes.ts";

/**
 * Dashboard totals of an account as they are stored: a row of numbers for each job, in the order of job ids, and sums
 * for each held asset.
 */
export interface PackedTotals extends PackedAssetSets {
  readonly ids: readonly string[];
  readonly words: readonly string[];
  readonly held: readonly PackedSums[];
  /** Rows of all jobs one after another. Each row follows its length, the count of its numbers. */
  readonly numbers: Float64Array<ArrayBuffer>;
}

const DAYS_SHOWN = 30;

/**
 * Figures from which the dashboard of an account is computed, one row for each job. A job may be set any number of
 * times, and the jobs in any order: the same jobs give the same dashboard.
 */
export class DashboardTotals {
  readonly #rows = new Map<string, JobRow>();
  /** Statuses, markets, modes and methods, with the numbers that stand for them in the rows of jobs. */
  readonly #words = new Map<string, number>();
  readonly #sets = new AssetSets();
  readonly #held: HeldAssets;

  constructor(held: HeldAssets = new HeldAssets()) {
    this.#held = held;
  }

  /** Makes dashboard totals from the stored form that `packed` returned. */
  static unpacked({ ids, words, held, assets, assetSets, numbers }: PackedTotals): DashboardTotals {
    const totals = new DashboardTotals(HeldAssets.unpacked(held));
    for (const word of words) codeOf(totals.#words, word);
    for (const set of assetSets) totals.#sets.place(set.map((asset) => entryAt(assets, asset)));
    let at = 0;
    for (const id of ids) {
      const length = entryAt(numbers, at++);
      totals.#rows.set(id, new JobRow(numbers.subarray(at, at += length)));
    }
    return totals;
  }

  /**
   * Returns the dashboard totals in the form in which they are stored, without the sets of assets that no run has any
   * more.
   */
  packed(): PackedTotals {
    const entries = [...this.#rows].sort(byId);
    const used = entries.filter(([, { hasFigures }]) => hasFigures).map(([, { assetSet }]) => assetSet);
    const { assets, assetSets, places } = this.#sets.packed(used);
    const rows = entries.map(([, row]) =>
      row.hasFigures ? row.withAssetSet(places.get(row.assetSet) ?? 0).numbers : row.numbers
    );
    const numbers = new Float64Array(rows.reduce((sum, { length }) => sum + 1 + length, 0));
    let at = 0;
    for (const row of rows) {
      numbers[at++] = row.length;
      numbers.set(row, at);
      at += row.length;
    }
    const ids = entries.map(([id]) => id);
    return { ids, words: [...this.#words.keys()], held: this.#held.packed(), assets, assetSets, numbers };
  }

  /** Whether the dashboard totals count no job. */
  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  /**
   * Counts a job as it is now, in place of what was counted for it before. `known` are the figures of the run, which a
   * deleted run has too: they are needed to take a run out that was counted with figures. Returns false, and changes
   * nothing, if they are needed but null.
   */
  set(jobId: string, job: CountedJob, known: RunFigures | null = job.figures): boolean {
    const had = this.#rows.get(jobId)?.hasFigures ?? false;
    const has = job.run !== null && job.figures !== null;
    if (had !== has) {
      if (known === null) return false;
      this.#held.count(known, has ? 1 : -1);
    }
    const codes = {
      codeOf: (word: string) => codeOf(this.#words, word),
      placeOf: (assets: readonly string[]) => this.#sets.place(assets),
    };
    if (job.run === null && job.bytes === 0) this.#rows.delete(jobId);
    else this.#rows.set(jobId, JobRow.of(job, codes));
    return true;
  }

  /**
   * Returns the dashboard of an account at a moment, without its insights and its time. The UTC day of the moment is
   * the last of the 30 days for which runs are counted.
   */
  dashboard(now: Instant): Omit<Dashboard, "insights" | "computedAt"> {
    const words = [...this.#words.keys()];
    const counts = new Map<number, number>();
    const days = new Map<number, number>();
    const tallies = new Map<number, MethodTally>();
    const best = METRICS.map((metric) => new BestOfRuns(metric));
    let [total, storageBytes] = [0, 0];
    for (const [id, row] of this.#rows) {
      storageBytes += row.bytes;
      if (!row.isRun) continue;
      total++;
      add(days, row.day);
      add(counts, row.status);
      add(counts, row.market);
      add(counts, row.mode);
      if (!row.hasFigures) continue;
      for (let i = 0; i < METRICS.length; i++) {
        best[i]?.offer({ id, value: row.bestValue(i), code: row.bestMethod(i) });
      }
      for (let i = 0; i < row.methods; i++) {
        const method = row.method(i);
        const tally = tallies.get(method) ?? new MethodTally();
        tally.add(id, row.sharpeRatio(i));
        tallies.set(method, tally);
      }
    }
    const countOf = (word: string): number => counts.get(this.#words.get(word) ?? -1) ?? 0;
    const bestBy = (metric: RankedMetric): BestMethod | null => {
      const found = best[METRICS.indexOf(metric)]?.found ?? null;
      return found && { runId: found.id, method: entryAt(words, found.code), value: found.value };
    };
    return {
      runs: {
        total,
        byStatus: {
          queued: countOf("queued"),
          running: countOf("running"),
          uploading: countOf("uploading"),
          succeeded: countOf("succeeded"),
          failed: countOf("failed"),
          cancelled: countOf("cancelled"),
        },
        byMarket: { IN: countOf("IN"), US: countOf("US"), MF: countOf("MF"), CUSTOM: countOf("CUSTOM") },
        byMode: { construct: countOf("construct"), rebalance: countOf("rebalance") },
        lastDays: Array.from({ length: DAYS_SHOWN }, (_, i) => {
          const day = dayOf(now) - (DAYS_SHOWN - 1) + i;
          return { date: new Date(day * DAY_MS).toISOString().slice(0, 10), runs: days.get(day) ?? 0 };
        }),
      },
      methods: [...tallies].map(([code, tally]) => tally.totals(entryAt(words, code)))
        .sort((a, b) => b.runs - a.runs || compare(a.method, b.method)),
      assets: this.#held.mostHeld(),
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

  /**
   * Returns the newest insights (noteworthy facts about runs) at a moment, newest first: at most 50, without those that
   * the owner dismissed.
   */
  insights(now: Instant): readonly InsightPlace[] {
    return newestInsights(this.#searchedRuns(), now);
  }

  /** Whether the figures of a run give reason for an insight of a kind at a moment, dismissed or not. */
  hasInsight(insight: Pick<InsightPlace, "kind" | "runId">, now: Instant): boolean {
    return hasInsight(this.#searchedRuns(), insight, now);
  }

  #searchedRuns(): SearchedRuns {
    const runs = [...this.#rows].filter(([, { hasFigures }]) => hasFigures).sort(byId);
    return { runs, sets: this.#sets, rebalance: this.#words.get("rebalance") };
  }
}

function byId([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return compare(a, b);
}

function add(counts: Map<number, number>, of: number): void {
  counts.set(of, (counts.get(of) ?? 0) + 1);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
