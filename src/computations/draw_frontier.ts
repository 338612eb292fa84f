import {
  efficientFrontier,
  type Frontier,
  type FrontierOptions,
  type FrontierPoint,
  frontierSteps,
} from "../optimization/efficient_frontier.ts";
import type { Problem } from "../optimization/problem.ts";
import { measureChoice } from "../optimization/risk/measure_choice.ts";
import type { FrontierPointResult, FrontierResult } from "../documents/run_result.ts";
import { workOfFrontier } from "../request/counted_work.ts";
import type { ComputationContext } from "./computation.ts";
import { byAsset, failureOf } from "./method_result.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";
import type { Estimates } from "./problem_of.ts";
import { computeShares, SHARED_FROM_WORK } from "./shares/compute_shares.ts";
import { frontierShares } from "./shares/frontier_shares.ts";
import { methodShareBasis } from "./shares/method_shares.ts";
import { workSizesOf } from "./work_sizes_of.ts";

/**
 * Number of neighbouring points of a large frontier that are one share. The first of them does not start from the point
 * before it, so the weights depend on this number by their last digits, and never on the number of workers.
 */
const POINTS_OF_SHARE = 12;

/** What the frontier of a run is drawn from. `onPoint` hears when a point begins. */
export interface DrawnFrom {
  readonly problem: Problem;
  readonly estimates: Estimates;
  readonly onPoint: () => void;
}

export interface FrontierAnswer {
  readonly frontier: FrontierResult | null;
  /** Text of the unexpected error of the efficient frontier, for the log; null if there was none. */
  readonly inside: string | null;
}

/**
 * Computes the efficient frontier of a run, and a large one together with idle workers; null if the request asks for
 * none. If no frontier can be computed, it is empty and has a sentence that says why. An error fails only the frontier,
 * not the run.
 */
export async function drawFrontier(
  inputs: OptimizationInputs,
  from: DrawnFrom,
  context: Pick<ComputationContext, "kernels" | "helpers">,
): Promise<FrontierAnswer> {
  const { efficient_frontier: asked } = inputs.request;
  if (asked === undefined) return { frontier: null, inside: null };
  const choice = measureChoice(asked);
  const told = { measure: choice.measure.id, confidence: confidenceOf(choice.parameters), corner_portfolios: null };
  try {
    const options = { count: asked.points, hasLower: asked.branch === "both", choice, onPoint: from.onPoint };
    const work = workOfFrontier(asked, workSizesOf(inputs));
    const found = work < SHARED_FROM_WORK
      ? efficientFrontier(from.problem, options, context.kernels)
      : await sharedFrontier({ ...inputs, ...from, work }, options, context);
    const resultOf = (point: FrontierPoint): FrontierPointResult => ({
      ...point,
      weights: byAsset(from.problem, point.weights),
    });
    const frontier = {
      ...told,
      points: found.points?.map(resultOf) ?? [],
      minimum_risk: found.minimumRisk && resultOf(found.minimumRisk),
      maximum_ratio: found.maximumRatio && resultOf(found.maximumRatio),
      detail: found.detail,
    };
    return { frontier, inside: null };
  } catch (error) {
    const { detail, inside } = failureOf(error, "efficient_frontier");
    return { frontier: { ...told, points: [], minimum_risk: null, maximum_ratio: null, detail }, inside };
  }
}

/** Computes a frontier by steps, the parts of each of which idle workers may solve. */
async function sharedFrontier(
  { problem, estimates, work, request, history }:
    & Pick<OptimizationInputs, "request" | "history">
    & Pick<DrawnFrom, "problem" | "estimates">
    & { readonly work: number },
  options: FrontierOptions & Required<Pick<FrontierOptions, "choice" | "onPoint">>,
  context: Pick<ComputationContext, "kernels" | "helpers">,
): Promise<Frontier> {
  const run = methodShareBasis({ request, history }, estimates), { measure, parameters } = options.choice;
  const asked = { ...parameters, measure: measure.id };
  const steps = frontierSteps(problem, { ...options, pointsOfPart: POINTS_OF_SHARE }, context.kernels);
  let step = steps.next();
  while (!step.done) {
    const parts = step.value;
    const onShare = (share: number): void => {
      const part = parts[share];
      if (part.solve === "points") part.targets.forEach(() => options.onPoint());
    };
    // The work is that of the whole frontier, because workers that help with one step are there for the next one.
    const shares = { basis: { run, asked, parts }, count: parts.length, work, onShare };
    step = steps.next(await computeShares(frontierShares, shares, context));
  }
  return step.value;
}

/** Returns the confidence level among the parameters of a measure; null if it has none. */
function confidenceOf(parameters: object): number | null {
  return "confidence" in parameters && typeof parameters.confidence === "number" ? parameters.confidence : null;
}
