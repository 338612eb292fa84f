import type { AssetId } from "../domain/asset.ts";
import { METHODS } from "../optimization/methods/mod.ts";
import { type Constraints, familiesBeyond } from "./parts/constraints.ts";
import type { MethodChoice } from "./parts/methods.ts";

/** What a method finds in a run. */
export interface MethodSurroundings {
  readonly assets: readonly AssetId[];
  /** The run's, for a method without rules of its own. */
  readonly constraints: Constraints;
  readonly hasHistory: boolean;
  readonly hasBenchmark: boolean;
  readonly hasStartingPortfolio: boolean;
}

/** Why a method cannot run, a sentence each; none where it can, or where there is no such method. */
export function whyNotRun(choice: MethodChoice, run: MethodSurroundings): readonly string[] {
  const method = METHODS.get(choice.method);
  if (method === undefined) return [];
  const { needs, enforces } = method;
  const reasons: string[] = [];
  if (run.assets.length > 0 && run.assets.length < needs.assets) {
    reasons.push(`it needs at least ${needs.assets} assets, the request has ${run.assets.length}`);
  }
  if (needs.history && !run.hasHistory) reasons.push("it needs a history, moments are not enough");
  if (needs.benchmark && !run.hasBenchmark) reasons.push("it needs a benchmark");
  if (needs.startingPortfolio && !run.hasStartingPortfolio) reasons.push("it needs a starting_portfolio");
  for (const family of familiesBeyond(choice.constraints ?? run.constraints, enforces)) {
    reasons.push(
      `it does not enforce the constraint family "${family}"; leave it out, or give the method constraints of its own`,
    );
  }
  return reasons.map((why) => `Cannot run method "${method.id}": ${why}`);
}
