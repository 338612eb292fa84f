import { z } from "zod";
import { ENFORCED } from "./methods/enforced.ts";
import {
  measureChoice,
  measureFields,
  type NamedMeasure,
  refuseParametersOfOthers,
  withOwnParameters,
} from "./risk/measure_choice.ts";
import { needsOfMeasure } from "./risk/risk_measure.ts";

/** Largest number of points of one frontier. */
export const MOST_FRONTIER_POINTS = 500;

/** The two halves of a frontier: returns above and below the return of the portfolio of least risk. */
export const FRONTIER_BRANCHES = ["upper", "lower"] as const;
export type FrontierBranch = (typeof FRONTIER_BRANCHES)[number];

/**
 * The parameters of an efficient frontier: its points, its halves, and a measure of risk with the measure's own
 * parameters.
 */
export const frontierParameters = z.strictObject({
  points: z.int().min(2).max(MOST_FRONTIER_POINTS).default(50).meta({
    description: `The number of points of each half: at most ${MOST_FRONTIER_POINTS}, and ${
      MOST_FRONTIER_POINTS / 2
    } of each where both halves are asked for`,
  }),
  branch: z.enum(["upper", "both"]).default("upper").meta({
    description: "upper: from the portfolio of least risk to the largest return. both: the lower half too, from the " +
      "least return up to the portfolio of least risk, before the upper one",
  }),
  ...measureFields("volatility"),
}).superRefine(refuseTooManyOfBoth).superRefine(refuseParametersOfOthers).overwrite(withOwnParameters);

/** Whether the measure of a frontier needs a history of returns, not only moments. */
export function frontierNeedsHistory(asked: NamedMeasure): boolean {
  return frontierNeeds(asked).history;
}

/** The requirements of the measure of a frontier on the returns of a run. */
export function frontierNeeds(asked: NamedMeasure): ReturnType<typeof needsOfMeasure> {
  return needsOfMeasure(measureChoice(asked).measure);
}

/** Ids of the constraint families that the points of a frontier keep: those that methods of least risk enforce. */
export const ENFORCED_ALONG_FRONTIER: ReadonlySet<string> = ENFORCED.byRiskMinimisers;

function refuseTooManyOfBoth(
  { points, branch }: { readonly points: number; readonly branch: string },
  context: z.RefinementCtx,
): void {
  const most = MOST_FRONTIER_POINTS / 2;
  if (branch !== "both" || points <= most) return;
  const message = `Cannot draw ${points} points of both halves: set "points", which are those of each half, to at ` +
    `most ${most}`;
  context.addIssue({ code: "custom", path: ["points"], message });
}
