import type { Kernels } from "../../../kernels/mod.ts";
import type { PathModel } from "../../../kernels/path_model.ts";
import type { SimulationPlan } from "../simulation_plan.ts";
import type { SimulationSource } from "../simulation_source.ts";

/** Where the returns of a simulation come from. One file, one line in `models/mod.ts`. */
export interface SimulationModel {
  readonly id: string;
  /** Whether it needs a history; the others draw from estimates. */
  readonly needsHistory: boolean;
  /** The fields of a plan that are of this model and no other kind. */
  readonly parameters: readonly ModelParameter[];
  /**
   * The model fitted to the assets held. Where the weights are restored every period the portfolio's own return may be
   * drawn alone, if it is one number of the same distribution. Throws a RangeError where it needs a history and there
   * is none.
   */
  fit(source: SimulationSource, plan: SimulationPlan, options: FitOptions): PathModel;
}

export type ModelParameter = "degreesOfFreedom" | "blockLength";

export interface FitOptions {
  readonly kernels: Kernels;
  /**
   * Hears before each part of the fit how many are done: every asset of the filtered model, and what else takes long.
   * What it throws is thrown on.
   */
  readonly onPart: (fitted: number, total: number) => void;
}

/** Whether the weights are restored at the end of every period. */
export function isAlwaysRestored({ rebalance, horizon }: SimulationPlan): boolean {
  return rebalance === 1 || horizon === 1;
}
