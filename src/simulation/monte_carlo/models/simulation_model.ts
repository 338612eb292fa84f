import type { Kernels } from "../../../kernels/mod.ts";
import type { PathModel } from "../../../kernels/path_model.ts";
import type { SimulationPlan } from "../simulation_plan.ts";
import type { SimulationSource } from "../simulation_source.ts";

/**
 * Interface of a simulation model: the distribution from which a simulation draws returns. A new model needs one file
 * and one line in `models/mod.ts`.
 */
export interface SimulationModel {
  readonly id: string;
  /** Whether the simulation model needs a history of returns. Other models draw from the estimates. */
  readonly needsHistory: boolean;
  /** Whether the returns must stand in the order of their dates; not if absent. */
  readonly needsOrder?: true;
  /** Whether a plan reads the returns row by row, each as likely as the others. Absent if `needsHistory` says so. */
  readsRows?(plan: Pick<SimulationPlan, "degreesOfFreedom">): boolean;
  /** Names of the plan fields that this simulation model uses and not every model does. */
  readonly parameters: readonly ModelParameter[];
  /**
   * Fits the simulation model to the assets held. If the portfolio is rebalanced every period, the model may draw only
   * the portfolio's own return if it has the same kind of distribution. Throws a RangeError if the model needs a
   * history and there is none.
   */
  fit(source: SimulationSource, plan: SimulationPlan, options: FitOptions): PathModel;
}

export type ModelParameter = "degreesOfFreedom" | "blockLength";

export interface FitOptions {
  readonly kernels: Kernels;
  /**
   * Called before each long part of fitting a simulation model (each asset of the filtered model, a matrix
   * decomposition) with the number of parts that are done. An error that it throws ends the fit.
   */
  readonly onPart: (fitted: number, total: number) => void;
}

/** Whether a simulation plan restores the weights at the end of every period. */
export function isAlwaysRestored({ rebalance, horizon }: SimulationPlan): boolean {
  return rebalance === 1 || horizon === 1;
}
