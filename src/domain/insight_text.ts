import type { Insight } from "./dashboard.ts";
import type { InsightKind } from "./insight_kind.ts";
import type { MethodFigures, RunFigures, WalkedFigures } from "./run_figures.ts";

const LARGEST_WEIGHT = 0.4;
/** A weight at a limit of 40 % is beyond it by as much as solvers round. */
const ROUNDING = 1e-9;
const FEWEST_EFFECTIVE_ASSETS = 3;
const CONCENTRATED_FROM_ASSETS = 5;
const SHARED_AT_LEAST = 0.8;
/** Data is old when it ends more days ago. */
export const STALE_AFTER_DAYS = 30;

type InsightText = Pick<Insight, "title" | "detail">;

/** Of a run, and of the run that it is seen against. */
interface SeenFigures {
  readonly figures: RunFigures;
  readonly against: RunFigures | null;
}

/** Each kind says why, or null where there is nothing to say. */
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
      title: `Out of sample equal weights do better than "${key}"`,
      detail: { method, key, sharpe_ratio: sharpeRatio, equal_weight_sharpe_ratio: equalWeight },
    };
  },
  unused_starting_portfolio({ figures, against }) {
    if (against === null) return null;
    const own = new Set(figures.assets.map(([asset]) => asset));
    const shared = against.assets.filter(([asset]) => own.has(asset)).length;
    const assets = against.assets.length;
    return {
      title: `It begins from cash, on ${shared} of ${assets} assets of an earlier run with a starting portfolio`,
      detail: { shared_assets: shared, assets },
    };
  },
};

/** What an insight says; null where the figures give no reason for it. */
export function insightText(kind: InsightKind, seen: SeenFigures): InsightText | null {
  return TEXTS[kind](seen);
}

/** Of the methods that are no formula and hold too much in one asset, or too few assets, the one with most in one. */
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

/** Of the methods with less return for their risk than equal weights, out of sample, the one with least. */
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

/** Whether assets hold as many of those of an earlier run that they may be the same portfolio. */
export function sharesMost(assets: ReadonlySet<number>, earlier: readonly number[]): boolean {
  const shared = earlier.reduce((count, asset) => count + Number(assets.has(asset)), 0);
  return shared >= SHARED_AT_LEAST * earlier.length;
}
