import { entryAt } from "../../domain/entry_at.ts";
import { columnsBetween, type Matrix } from "../../domain/matrix.ts";
import { Stopped } from "../../domain/stopped.ts";
import { shouldStop } from "../../kernels/stop_flag.ts";
import { computeMetrics, seriesOf } from "../../measures/mod.ts";
import { CONFIDENCE } from "../method_result.ts";
import type { ShareKind, ShareTypes } from "./share_kind.ts";

/** Number of assets whose statistics are one share. */
const ASSETS_OF_SHARE = 32;

/** What the statistics of assets are computed from. */
export interface StatisticsBasis {
  readonly assets: number;
  /** Returns by period and asset; null without a history. */
  readonly returns: Matrix | null;
  /** Whether the rows of the returns are scenarios, which have no order. */
  readonly isUnordered: boolean;
  /** How much each row of the returns counts, 1 on average; absent where all count alike. */
  readonly rowWeights?: Float64Array;
  readonly benchmark: Float64Array | null;
  readonly riskFreeRate: number;
  readonly periodsPerYear: number;
  /** Ids of the measures that the statistics contain. */
  readonly measures: readonly string[];
}

interface StatisticsShareTypes extends ShareTypes {
  readonly basis: StatisticsBasis;
  /** Values by asset and measure; NaN for a measure that is not defined, because a defined one is never NaN. */
  readonly output: Float64Array;
}

/** The statistics of assets by columns: each share is a block of assets. Throws `Stopped` between two assets. */
export const statisticsShares: ShareKind<StatisticsShareTypes> = {
  id: "asset_statistics",
  begin({ assets, returns, isUnordered, rowWeights, benchmark, riskFreeRate, periodsPerYear, measures }, kernels) {
    const shown = new Set(measures);
    const context = {
      isUnordered,
      ...rowWeights === undefined ? {} : { rowWeights },
      riskFreeRate,
      periodsPerYear,
      confidence: CONFIDENCE,
      benchmark: benchmark && seriesOf(benchmark, { rowWeights, kernels }),
      portfolio: null,
      isShown: ({ id }: { readonly id: string }) => shown.has(id),
    };
    return (share) => {
      const first = share * ASSETS_OF_SHARE, end = Math.min(assets, first + ASSETS_OF_SHARE);
      const values = new Float64Array((end - first) * measures.length);
      const columns = returns && columnsBetween(returns, { first, end });
      for (let asset = first, at = 0; asset < end; asset++) {
        if (shouldStop()) throw new Stopped();
        const metrics = computeMetrics(columns && entryAt(columns, asset - first), context, kernels);
        for (const id of measures) values[at++] = metrics[id] ?? NaN;
      }
      return values;
    };
  },
};

/** Returns the number of shares of the statistics of so many assets. */
export function statisticsShareCount(assets: number): number {
  return Math.ceil(assets / ASSETS_OF_SHARE);
}

/** Returns the statistics of each asset, in the order of the assets, from the outputs of the shares. */
export function joinedStatistics(
  outputs: readonly Float64Array[],
  measures: readonly string[],
): readonly Readonly<Record<string, number | null>>[] {
  const width = measures.length;
  return outputs.flatMap((values) =>
    Array.from({ length: values.length / width }, (_, k) => {
      const own = Array.from(
        values.subarray(k * width, (k + 1) * width),
        (value) => Number.isNaN(value) ? null : value,
      );
      return Object.fromEntries(measures.map((id, i) => [id, own[i] ?? null]));
    })
  );
}
