import type { Insight } from "./dashboard.ts";
import type { InsightKind } from "./insight_kind.ts";
import type { MethodFigures, RunFigures, WalkedFigures } from "./run_figures.ts";

const LARGEST_WEIGHT = 0.4;
/**
 * Largest amount by which a weight may exceed 40 % without an insight, as a fraction, because a solver may exceed a
 * limit of 40 % by that much through rounding.
 */
const ROUNDING = 1e-9;
const FEWEST_EFFECTIVE_ASSETS = 3;
const CONCENTRATED_FROM_ASSETS = 5;
const SHARED_AT_LEAST = 0.8;
/** Age of the last day of a run's data, in days, beyond which the dashboard reports the data as old. */
export const STALE_AFTER_DAYS = 30;

type InsightText = Pick<Insight, "title" | "detail">;

/** Type of the figures of a run, and of the earlier run that an insight compares it with. */
interface SeenFigures {
  readonly figures: RunFigures;
  readonly against: RunFigures | null;
}

/**
 * For each kind of insight, a function that writes its text from the figures of runs. It returns null if the figures
 * give no reason for the insight.
 */
const TEXTS: Readonly<Record<InsightKind, (seen: SeenFigures) => InsightText | null>> = {
  concentration({ figures }) {
    const concentrated = mostConcentrated(figures);
    if (concentrated === null) return null;
    const { method, key, largest: { asset, weight }, effectiveAssets } = concentrated;
    return {
      title: `"${key}" holds ${(100 * weight).toFixed(1)} % in ${asset}`,
      detail: { method, key, asset, weight, effective_assets: effectiveAssets, assets: figures.assets.length },
    };
  },
  stale_data({ figures: { lastDay } }) {
    if (lastDay === null) return null;
    return {
      title: `The data ends on ${lastDay}`,
      detail: { last_day: lastDay, older_than_days: STALE_AFTER_DAYS },
    };
  },
  beaten_by_equal_weight({ figures }) {
    const beaten = mostBeaten(figures);
    if (beaten === null) return null;
    const { method, key, sharpeRatio, equalWeight } = beaten;
    return {
      title: `Equal weights have a larger Sharpe ratio out of sample than "${key}"`,
      detail: { method, key, sharpe_ratio: sharpeRatio, equal_weight_sharpe_ratio: equalWeight },
    };
  },
  doubtful_data({ figures: { doubts } }) {
    if (doubts === undefined) return null;
    const { code, severity, detail, count } = doubts;
    return { title: detail, detail: { code, severity, doubts: count } };
  },
  unused_starting_portfolio({ figures, against }) {
    if (against === null) return null;
    const own = new Set(figures.assets.map(([asset]) => asset));
    const shared = against.assets.filter(([asset]) => own.has(asset)).length;
    const assets = against.assets.length;
    return {
      title:
        `The run starts from cash, but has ${shared} of the ${assets} assets of an earlier run with a starting portfolio`,
      detail: { shared_assets: shared, assets },
    };
  },
};

/** Returns the text of an insight about a run; null if the run's figures give no reason for it. */
export function insightText(kind: InsightKind, seen: SeenFigures): InsightText | null {
  return TEXTS[kind](seen);
}

/**
 * Returns the most concentrated method of a run with at least five assets: the one with the largest weight among those
 * that hold more than 40 % in one asset or fewer than three effective assets. Null if no method does. Formula methods
 * such as equal weight are left out.
 */
export function mostConcentrated({ methods, assets }: RunFigures): MethodFigures | null {
  if (assets.length < CONCENTRATED_FROM_ASSETS) return null;
  const concentrated = methods.filter(({ isFormula, largest, effectiveAssets }) =>
    !isFormula && effectiveAssets > 0 &&
    (largest.weight > LARGEST_WEIGHT + ROUNDING || effectiveAssets < FEWEST_EFFECTIVE_ASSETS)
  );
  return concentrated.sort((a, b) => b.largest.weight - a.largest.weight).at(0) ?? null;
}

interface BeatenMethod extends WalkedFigures {
  readonly sharpeRatio: number;
  readonly equalWeight: number;
}

/**
 * Returns the method of a run that has the lowest Sharpe ratio out of sample, if that ratio is below the one of equal
 * weights; null otherwise.
 */
export function mostBeaten({ walkForward }: RunFigures): BeatenMethod | null {
  const equalWeight = walkForward.find(({ method }) => method === "equal_weight")?.sharpeRatio ?? null;
  if (equalWeight === null) return null;
  const beaten = walkForward.flatMap(({ method, key, sharpeRatio }) =>
    method !== "equal_weight" && sharpeRatio !== null && sharpeRatio < equalWeight
      ? [{ method, key, sharpeRatio, equalWeight }]
      : []
  );
  return beaten.sort((a, b) => a.sharpeRatio - b.sharpeRatio).at(0) ?? null;
}

/**
 * Whether the assets of a run contain at least 80 % of those of an earlier run, so that both may be the same portfolio.
 */
export function sharesMost(assets: ReadonlySet<number>, earlier: readonly number[]): boolean {
  const shared = earlier.reduce((count, asset) => count + Number(assets.has(asset)), 0);
  return shared >= SHARED_AT_LEAST * earlier.length;
}
