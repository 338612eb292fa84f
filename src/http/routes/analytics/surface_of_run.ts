import type { RunComparison } from "../../../documents/run_comparison.ts";
import type { Figures } from "../../../documents/figures.ts";
import type { GroupOfAsset } from "../../../domain/classification_map.ts";
import { entryAt } from "../../../domain/entry_at.ts";
import { DAY_MS } from "../../../domain/instant.ts";
import { unpackedNumbers } from "../../../domain/packed_numbers.ts";
import type { CommonDays } from "../../../store/comparisons.ts";
import type { SurfaceMethod } from "./surface_body.ts";

export interface SurfaceChoice {
  /**
   * Days that all runs of the comparison with a history have in common, as numbers of days since 1970. Null if no run
   * has a history.
   */
  readonly days: CommonDays;
  /** Ids or keys of the methods whose return curves are shown. Null shows all of them. */
  readonly curveMethods: ReadonlySet<string> | null;
  /** Group of each asset, by which weights are summed. Null if they are not summed by group. */
  readonly groups: GroupOfAsset | null;
}

/** Returns the methods of one run as a comparison of runs shows them: metrics, weights, group weights and curves. */
export function surfaceOfRun(
  run: RunComparison,
  { days, curveMethods, groups }: SurfaceChoice,
): readonly SurfaceMethod[] {
  const places = days && run.days !== null ? placesOf(days, unpackedNumbers(run.days)) : null;
  const dates = days && Array.from(days, dateOf);
  return run.methods.map(({ method, key, metrics, weights, cumulative_return: packed }) => {
    const isPicked = curveMethods === null || curveMethods.has(method) || curveMethods.has(key);
    const cumulative = isPicked && places && packed !== null ? unpackedNumbers(packed) : null;
    const wealth = cumulative && places && places.map((place) => 1 + entryAt(cumulative, place));
    return {
      method,
      key,
      metrics,
      weights,
      group_weights: groups && weights && groupWeights(weights, groups),
      curve: wealth && dates && curveOf(dates, wealth),
    };
  });
}

/** Returns the index of each of `days` in `list`. Both ascend, and the list contains every day. */
function placesOf(days: ArrayLike<number>, list: ArrayLike<number>): readonly number[] {
  let place = 0;
  return Array.from(days, (day) => {
    while (entryAt(list, place) < day) place++;
    return place;
  });
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Returns cumulative return and drawdown as fractions, both 0 at the first date. Returns null if no wealth was left at
 * the first date.
 */
function curveOf(dates: readonly string[], wealth: readonly number[]): SurfaceMethod["curve"] {
  const [first = 1] = wealth;
  if (first <= 0) return null;
  let highest = 0;
  const drawdown = wealth.map((value) => {
    highest = Math.max(highest, value);
    return 1 - value / highest;
  });
  return { dates, cumulative_return: wealth.map((value) => value / first - 1), drawdown };
}

const NO_GROUP = "(none)";

/** Returns the sum of the weights in each group. The sums add up to the sum of all weights. */
function groupWeights(weights: Figures, groups: GroupOfAsset): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [asset, weight] of Object.entries(weights)) {
    const group = (Object.hasOwn(groups, asset) ? groups[asset] : undefined) ?? NO_GROUP;
    sums.set(group, (sums.get(group) ?? 0) + weight);
  }
  return Object.fromEntries(sums);
}
