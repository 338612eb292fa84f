import type { RunComparison } from "../../../documents/run_comparison.ts";
import type { Figures } from "../../../documents/figures.ts";
import type { GroupOfAsset } from "../../../domain/classification_map.ts";
import { DAY_MS } from "../../../domain/instant.ts";
import { unpackedNumbers } from "../../../domain/packed_numbers.ts";
import type { CommonDays } from "../../../store/comparisons.ts";
import type { SurfaceMethod } from "./surface_body.ts";

export interface SurfaceChoice {
  /** Those of the runs of the comparison, since 1970; null where none has a history. */
  readonly days: CommonDays;
  /** Ids or keys of the methods that show their curves; all do if null. */
  readonly curveMethods: ReadonlySet<string> | null;
  /** Null where weights are not summed by group. */
  readonly groups: GroupOfAsset | null;
}

/** The methods of a run as a comparison shows them. */
export function surfaceOfRun(
  run: RunComparison,
  { days, curveMethods, groups }: SurfaceChoice,
): readonly SurfaceMethod[] {
  const places = days && run.days !== null ? placesOf(days, unpackedNumbers(run.days)) : null;
  const dates = days && Array.from(days, dateOf);
  return run.methods.map(({ method, key, metrics, weights, cumulative_return: packed }) => {
    const isPicked = curveMethods === null || curveMethods.has(method) || curveMethods.has(key);
    const cumulative = isPicked && places && packed !== null ? unpackedNumbers(packed) : null;
    const wealth = cumulative && places && places.map((place) => 1 + cumulative[place]);
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

/** Where each of the days stands in a list that has them all; both ascend. */
function placesOf(days: ArrayLike<number>, list: ArrayLike<number>): readonly number[] {
  let place = 0;
  return Array.from(days, (day) => {
    while (list[place] < day) place++;
    return place;
  });
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** From 0 at the first date; null where nothing was left by then. */
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

/** They sum to the weights. */
function groupWeights(weights: Figures, groups: GroupOfAsset): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [asset, weight] of Object.entries(weights)) {
    const group = Object.hasOwn(groups, asset) ? groups[asset] : NO_GROUP;
    sums.set(group, (sums.get(group) ?? 0) + weight);
  }
  return Object.fromEntries(sums);
}
