import { entryAt } from "../domain/entry_at.ts";
import { workOfMethod } from "../request/counted_work.ts";
import type { MethodChoice } from "../request/parts/methods.ts";
import type { ComputationContext } from "./computation.ts";
import type { MethodAnswer } from "./method_result.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";
import type { Estimates } from "./problem_of.ts";
import { computeShares, SHARED_FROM_WORK } from "./shares/compute_shares.ts";
import { largestFirst } from "./shares/largest_first.ts";
import { methodShareBasis, methodShares } from "./shares/method_shares.ts";
import { workSizesOf } from "./work_sizes_of.ts";

/** Moments of the assets of a run, and a function that hears when a method begins or its answer arrives. */
export interface SolvedBy {
  readonly estimates: Estimates;
  readonly onMethod: (choice: MethodChoice) => void;
}

/**
 * Computes the answers of the methods of a run, in the order of the request. Idle workers help with a large run, whose
 * methods begin in the order of their counted work.
 */
export async function solveMethods(
  inputs: OptimizationInputs,
  { estimates, onMethod }: SolvedBy,
  context: Pick<ComputationContext, "kernels" | "helpers">,
): Promise<readonly MethodAnswer[]> {
  const { request } = inputs, { methods, constraints } = request, sizes = workSizesOf(inputs);
  const works = methods.map((choice) => workOfMethod(choice, sizes, constraints));
  const work = works.reduce((sum, one) => sum + one, 0);
  const order = work < SHARED_FROM_WORK ? methods.map((_, place) => place) : largestFirst(works);
  const ordered = order.map((place) => entryAt(methods, place));
  const answers = await computeShares(methodShares, {
    basis: methodShareBasis({ ...inputs, request: { ...request, methods: ordered } }, estimates),
    count: ordered.length,
    work,
    onShare: (share) => onMethod(entryAt(ordered, share)),
  }, context);
  return methods.map((_, place) => entryAt(answers, order.indexOf(place)));
}
