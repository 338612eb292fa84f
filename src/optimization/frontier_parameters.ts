import { z } from "zod";
import { ENFORCED } from "./methods/enforced.ts";
import {
  measureChoice,
  measureFields,
  type NamedMeasure,
  refuseParametersOfOthers,
  withOwnParameters,
} from "./risk/measure_choice.ts";

/** Of one frontier. */
export const MOST_FRONTIER_POINTS = 500;

/** What an efficient frontier is asked for: its points, and a measure of risk with that measure's own parameters. */
export const frontierParameters = z.strictObject({
  points: z.int().min(2).max(MOST_FRONTIER_POINTS).default(50),
  ...measureFields("volatility"),
}).superRefine(refuseParametersOfOthers).overwrite(withOwnParameters);

/** Whether moments alone are not enough for a frontier. */
export function frontierNeedsHistory(asked: NamedMeasure): boolean {
  return measureChoice(asked).measure.needsHistory;
}

/**
 * The families whose rules hold along an efficient frontier: its points are portfolios of least risk for their return.
 */
export const ENFORCED_ALONG_FRONTIER: ReadonlySet<string> = ENFORCED.byRiskMinimisers;
